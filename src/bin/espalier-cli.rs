//! The command line; everything is in `espalier::cli`.

fn main() -> std::process::ExitCode {
    espalier::cli::main()
}
