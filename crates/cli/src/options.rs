//! Options of the process: arguments, the environment, and a file `.env`.

use std::collections::BTreeMap;

use super::Failure;
use espalier_base::language::Language;
use espalier_llm::provider;
use espalier_llm::secret::Secret;

const VALUES: [&str; 14] = [
    "data", "provider", "model", "base-url", "api-key", "zone", "now", "lang", "record", "replay", "out", "format",
    "details", "session",
];
const FLAGS: [&str; 3] = ["verbose", "json", "help"];

/// The arguments.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The first word.
    pub command: String,
    /// The other words.
    pub words: Vec<String>,
    values: BTreeMap<String, String>,
    flags: Vec<String>,
}

impl Options {
    /// Reads arguments.
    pub fn read(arguments: &[String]) -> Result<Self, Failure> {
        let mut options = Self::default();
        let mut rest = arguments.iter();
        let mut words: Vec<String> = Vec::new();
        while let Some(argument) = rest.next() {
            let Some(name) = argument.strip_prefix("--").filter(|name| !name.is_empty()) else {
                words.push(argument.clone());
                continue;
            };
            let (name, given) = match name.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (name, None),
            };
            if FLAGS.contains(&name) {
                options.flags.push(name.to_owned());
            } else if VALUES.contains(&name) {
                let value = given.or_else(|| rest.next().cloned());
                let value = value.ok_or_else(|| Failure::Usage(format!("--{name} needs a value")))?;
                options.values.insert(name.to_owned(), value);
            } else {
                return Err(Failure::Usage(format!("there is no option --{name}; try help")));
            }
        }
        let mut words = words.into_iter();
        options.command = words.next().unwrap_or_default();
        options.words = words.collect();
        if options.has("help") {
            "help".clone_into(&mut options.command);
        }
        Ok(options)
    }

    /// Returns the value of an option.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// Returns the value of an option that has to be there.
    pub fn need(&self, name: &str) -> Result<&str, Failure> {
        self.get(name).ok_or_else(|| Failure::Usage(format!("--{name} is missing")))
    }

    /// Whether a flag is there.
    pub fn has(&self, name: &str) -> bool {
        self.flags.iter().any(|flag| flag == name)
    }

    /// Returns the language of instructions and of messages.
    pub fn language(&self) -> Result<Language, Failure> {
        match self.get("lang") {
            None | Some("en") => Ok(Language::En),
            Some("zh") => Ok(Language::Zh),
            Some(other) => Err(Failure::Usage(format!("--lang is en or zh, not {other:?}"))),
        }
    }
}

/// Settings of the endpoint.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The provider's id.
    pub provider: String,
    /// The model.
    pub model: String,
    /// The base address.
    pub base_url: String,
    /// The key; it leaves only in the header of a request (C4).
    pub key: Secret,
}

impl Settings {
    /// Reads the settings from arguments, else the environment, else the lines of `.env`.
    pub fn of(
        options: &Options,
        environment: &dyn Fn(&str) -> Option<String>,
        dotenv: &BTreeMap<String, String>,
    ) -> Result<Self, Failure> {
        let named =
            |name: &str| environment(name).or_else(|| dotenv.get(name).cloned()).filter(|text| !text.is_empty());
        let look = |option: &str, names: &[&str]| {
            let given = options.get(option).map(str::to_owned);
            given.or_else(|| {
                let spelt = ["ESPALIER_AI_", "VITE_AI_", "AI_"]
                    .iter()
                    .flat_map(|prefix| names.iter().map(move |name| format!("{prefix}{name}")));
                spelt.into_iter().find_map(|name| named(&name))
            })
        };
        let id = look("provider", &["PROVIDER_ID", "PROVIDER"]);
        let base_url = look("base-url", &["BASE_URL"]);
        let id =
            id.unwrap_or_else(|| if base_url.is_some() { "custom".to_owned() } else { provider::BUILTIN.to_owned() });
        let known = provider::by_id(&id).ok_or_else(|| {
            let all: Vec<&str> = provider::PROVIDERS.iter().map(|provider| provider.id).collect();
            Failure::Usage(format!("there is no provider {id:?}; there are {}", all.join(", ")))
        })?;
        let base_url = base_url.unwrap_or_else(|| known.base_url.to_owned());
        if base_url.is_empty() && id != provider::BUILTIN {
            return Err(Failure::Usage(format!("the provider {id} needs --base-url")));
        }
        Ok(Self {
            model: look("model", &["MODEL"]).unwrap_or_else(|| known.default_model.to_owned()),
            base_url,
            key: Secret::new(look("api-key", &["API_KEY"]).unwrap_or_default()),
            provider: id,
        })
    }
}

/// Reads the lines of a file `.env`: names and values, with or without `export` and quotes; the rest is passed over.
pub fn read_dotenv(text: &str) -> BTreeMap<String, String> {
    let mut values = BTreeMap::new();
    for line in text.lines() {
        let line = line.trim().trim_start_matches("export ").trim_start();
        let Some((name, value)) = line.split_once('=').filter(|_| !line.starts_with('#')) else { continue };
        let value = value.trim();
        let quoted = ['"', '\''].into_iter().find_map(|quote| value.strip_prefix(quote)?.split(quote).next());
        let plain = value.split(" #").next().unwrap_or_default().trim_end();
        values.insert(name.trim().to_owned(), quoted.unwrap_or(plain).to_owned());
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(arguments: &[&str], environment: &[(&str, &str)], dotenv: &str) -> Result<Settings, Failure> {
        let arguments: Vec<String> = arguments.iter().map(|text| (*text).to_owned()).collect();
        let look =
            |name: &str| environment.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        Settings::of(&Options::read(&arguments).unwrap(), &look, &read_dotenv(dotenv))
    }

    #[test]
    fn arguments_win_over_the_environment_and_that_over_the_file() {
        let file =
            "# local\nVITE_AI_PROVIDER_ID=deepseek\nexport VITE_AI_MODEL='from file' # x\nAI_API_KEY=\"k # 1\"\n";
        let all = settings(&["ask", "--model=given"], &[("ESPALIER_AI_MODEL", "env")], file).unwrap();
        assert_eq!((all.provider.as_str(), all.model.as_str(), all.key.expose()), ("deepseek", "given", "k # 1"));
        let all = settings(&["ask"], &[("ESPALIER_AI_MODEL", "env")], file).unwrap();
        assert_eq!(all.model, "env");
        assert_eq!(settings(&["ask"], &[], file).unwrap().model, "from file");
        let all = settings(&["ask", "--base-url", "http://127.0.0.1:9/v1"], &[], "").unwrap();
        assert_eq!((all.provider.as_str(), all.base_url.as_str()), ("custom", "http://127.0.0.1:9/v1"));
        assert_eq!(settings(&["ask"], &[], "").unwrap().provider, "builtin");
    }

    #[test]
    fn what_is_not_known_is_said() {
        let read = |text: &str| Options::read(&[text.to_owned()]).map(drop);
        assert!(matches!(read("--colour"), Err(Failure::Usage(_))));
        assert!(matches!(read("--data"), Err(Failure::Usage(_))));
        let unknown = settings(&["ask", "--provider", "nobody"], &[], "").unwrap_err();
        assert!(unknown.to_string().contains("deepseek") && unknown.code() == 2);
    }
}
