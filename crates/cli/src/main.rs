//! The command line; everything is in `espalier_cli`.

fn main() -> std::process::ExitCode {
    espalier_cli::main()
}
