//! Bare pages that do only what nobody can leave out; the product is compared with them.
//!
//! Must not become products: no Markdown, no editing, no accessibility.

use crate::site::Site;

const STREAM: &str = r"
const send = async url => {
  const out = document.getElementById('out'), box = document.getElementById('box');
  // A node per line: text that is complete is never laid out again.
  const line = () => out.appendChild(document.createElement('div')).appendChild(document.createTextNode(''));
  let text = line();
  const append = piece => piece.split('\n').forEach((part, index) => {
    if (index) text = line();
    if (part) text.appendData(part);
  });
  let scrolls = false;
  const follow = () => { scrolls = false; box.scrollTop = box.scrollHeight; };
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ stream: true, messages: [] }) });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split('\n');
    rest = lines.pop();
    for (const event of lines) {
      if (event.startsWith('data: {')) append(JSON.parse(event.slice(6)).choices[0]?.delta.content ?? '');
    }
    if (!scrolls) requestAnimationFrame(follow);
    scrolls = true;
  }
  document.documentElement.dataset.done = 'yes';
};
document.documentElement.dataset.app = 'ready';
";

const LIST: &str = r"
const open = () => new Promise(done => {
  const request = indexedDB.open('floor', 1);
  request.onupgradeneeded = () => request.result.createObjectStore('messages', { keyPath: 'id' }).createIndex('session', 'session');
  request.onsuccess = () => done(request.result);
});
const fill = async (count, text) => {
  const change = (await open()).transaction('messages', 'readwrite');
  for (let id = 0; id < count; id++) change.objectStore('messages').put({ id, session: 1, text: `${id} ${text}` });
  await new Promise(done => change.oncomplete = done);
};
const show = async () => {
  const all = (await open()).transaction('messages').objectStore('messages').index('session').getAll(1);
  await new Promise(done => all.onsuccess = done);
  const box = document.getElementById('box');
  for (const row of all.result.slice(-30)) {
    const p = document.createElement('p');
    p.textContent = row.text;
    box.append(p);
  }
  box.scrollTop = box.scrollHeight;
};
document.documentElement.dataset.app = 'ready';
";

const STYLE: &str = "#box { height: 600px; overflow: auto } #out { white-space: pre-wrap }";
const PAGE: &str = r#"<!doctype html><html lang="en"><head><title>Floor</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="page.css"><script src="page.js" defer></script></head>
<body><h1>Floor</h1><div id="box"><div id="out"></div></div></body></html>"#;

/// Hosts a page with nothing but a heading.
pub fn blank_site() -> Site {
    Site::of_files(&[
        ("index.html", PAGE),
        ("page.css", STYLE),
        ("page.js", "document.documentElement.dataset.app = 'ready';"),
    ])
}

/// Appends streamed text to one text node.
pub fn stream_site() -> Site {
    Site::of_files(&[("index.html", PAGE), ("page.css", STYLE), ("page.js", STREAM)])
}

/// Reads a session from the browser's database and shows its end as plain text.
pub fn list_site() -> Site {
    Site::of_files(&[("index.html", PAGE), ("page.css", STYLE), ("page.js", LIST)])
}
