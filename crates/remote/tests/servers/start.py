"""Real servers of both kinds on this device, for tests: WsgiDAV, and the S3 of moto, which checks every signature.

    start.py install FOLDER   installs their packages there
    start.py FOLDER           runs both, prints one line of JSON that says where, and ends with its standard input

Both let pages of every origin in (CORS).
"""

import json
import os
import subprocess
import sys
import tempfile
import threading

USER, PASSWORD = "me", "a p\u00e4ss:word"
BUCKET, REGION = "notes", "eu-central-1"
# Files that each server has from the beginning in the folder `many`: more than two pages of a listing.
MANY = 2_500


def install(folder):
    wanted = os.path.join(os.path.dirname(os.path.abspath(__file__)), "requirements.txt")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "1"]
    # Without the options, pip would look for what is installed elsewhere, and build what has no package for this machine.
    pip += ["--ignore-installed", "--no-deps", "--only-binary", ":all:", "--target", folder, "--requirement", wanted]
    return subprocess.run(pip, check=False).returncode


def web_dav():
    from cheroot.wsgi import Server
    from wsgidav.wsgidav_app import WsgiDAVApp

    root = tempfile.mkdtemp()
    os.mkdir(os.path.join(root, "many"))
    for number in range(MANY):
        with open(os.path.join(root, "many", f"{number}.json"), "wb") as file:
            file.write(b"{}")
    app = WsgiDAVApp(
        {
            "provider_mapping": {"/": root},
            "simple_dc": {"user_mapping": {"*": {USER: {"password": PASSWORD}}}},
            "http_authenticator": {"accept_basic": True, "accept_digest": False, "default_to_digest": False},
            "cors": {
                "allow_origin": "*",
                "allow_methods": ["GET", "PUT", "DELETE", "PROPFIND", "MKCOL", "OPTIONS"],
                # A star would not stand for the first one.
                "allow_headers": ["Authorization", "Content-Type", "Depth", "If-None-Match"],
                "expose_headers": ["Retry-After"],
                "max_age": 600,
            },
            "logging": {"enable": False},
            "verbose": 0,
        }
    )
    server = Server(("127.0.0.1", 0), app)
    server.prepare()
    threading.Thread(target=server.serve, daemon=True).start()
    return {"url": f"http://127.0.0.1:{server.bind_addr[1]}/", "user": USER, "password": PASSWORD}


def for_pages(app):
    """Answers preflights, which moto takes for requests without a signature, and lets pages see every answer."""
    allowed = [
        ("Access-Control-Allow-Origin", "*"),
        ("Access-Control-Allow-Methods", "GET, PUT, DELETE"),
        (
            "Access-Control-Allow-Headers",
            "Authorization, Content-Type, If-None-Match, X-Amz-Content-Sha256, X-Amz-Date",
        ),
        ("Access-Control-Expose-Headers", "Retry-After"),
        ("Access-Control-Max-Age", "600"),
    ]

    def answer(environ, start_response):
        if environ["REQUEST_METHOD"] == "OPTIONS":
            start_response("200 OK", allowed)
            return [b""]

        def start(status, headers, *more):
            others = [(name, value) for name, value in headers if not name.lower().startswith("access-control-")]
            return start_response(status, others + allowed, *more)

        return app(environ, start)

    return answer


def s3():
    # As many calls as follow here need no signature; all later ones do.
    os.environ["INITIAL_NO_AUTH_ACTION_COUNT"] = "4"
    import boto3
    from moto.core import DEFAULT_ACCOUNT_ID
    from moto.s3.models import s3_backends
    from moto.moto_server.werkzeug_app import DomainDispatcherApplication, MotoRequestHandler, create_backend_app
    from werkzeug.serving import make_server

    app = for_pages(DomainDispatcherApplication(create_backend_app))
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=MotoRequestHandler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    endpoint = f"http://127.0.0.1:{server.server_port}"
    known = {"endpoint_url": endpoint, "aws_access_key_id": "a", "aws_secret_access_key": "b", "region_name": REGION}
    iam = boto3.client("iam", **known)
    iam.create_user(UserName=USER)
    policy = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]}
    iam.put_user_policy(UserName=USER, PolicyName="all", PolicyDocument=json.dumps(policy))
    key = iam.create_access_key(UserName=USER)["AccessKey"]
    place = {"LocationConstraint": REGION}
    boto3.client("s3", **known).create_bucket(Bucket=BUCKET, CreateBucketConfiguration=place)
    for number in range(MANY):
        s3_backends[DEFAULT_ACCOUNT_ID]["aws"].put_object(BUCKET, f"many/{number}.json", b"{}")
    return {
        "endpoint": endpoint,
        "region": REGION,
        "bucket": BUCKET,
        "access_key": key["AccessKeyId"],
        "secret": key["SecretAccessKey"],
    }


def main():
    if sys.argv[1] == "install":
        return install(sys.argv[2])
    sys.path.insert(0, sys.argv[1])
    # What servers log about each request is nobody's concern here.
    import logging

    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        tempfile.tempdir = folder
        print(json.dumps({"webdav": web_dav(), "s3": s3()}), flush=True)
        sys.stdin.read()
    return 0


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    # The threads of the servers know no end.
    os._exit(code)
