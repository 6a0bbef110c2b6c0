//! From the name a calendar gives a zone to the one of the IANA database.

use std::collections::BTreeMap;

use crate::formats::Reason;
use crate::formats::when::Zones;

/// Names that Windows gives zones, and the IANA name of their largest place, from the Unicode CLDR.
const WINDOWS: &[(&str, &str)] = &[
    ("Dateline Standard Time", "Etc/GMT+12"),
    ("Hawaiian Standard Time", "Pacific/Honolulu"),
    ("Alaskan Standard Time", "America/Anchorage"),
    ("Pacific Standard Time", "America/Los_Angeles"),
    ("Mountain Standard Time", "America/Denver"),
    ("US Mountain Standard Time", "America/Phoenix"),
    ("Central Standard Time", "America/Chicago"),
    ("Eastern Standard Time", "America/New_York"),
    ("Atlantic Standard Time", "America/Halifax"),
    ("Newfoundland Standard Time", "America/St_Johns"),
    ("E. South America Standard Time", "America/Sao_Paulo"),
    ("Argentina Standard Time", "America/Buenos_Aires"),
    ("GMT Standard Time", "Europe/London"),
    ("Greenwich Standard Time", "Atlantic/Reykjavik"),
    ("W. Europe Standard Time", "Europe/Berlin"),
    ("Central Europe Standard Time", "Europe/Budapest"),
    ("Central European Standard Time", "Europe/Warsaw"),
    ("Romance Standard Time", "Europe/Paris"),
    ("FLE Standard Time", "Europe/Kiev"),
    ("GTB Standard Time", "Europe/Bucharest"),
    ("E. Europe Standard Time", "Europe/Chisinau"),
    ("Turkey Standard Time", "Europe/Istanbul"),
    ("Israel Standard Time", "Asia/Jerusalem"),
    ("Egypt Standard Time", "Africa/Cairo"),
    ("South Africa Standard Time", "Africa/Johannesburg"),
    ("Russian Standard Time", "Europe/Moscow"),
    ("Arabian Standard Time", "Asia/Dubai"),
    ("Iran Standard Time", "Asia/Tehran"),
    ("Pakistan Standard Time", "Asia/Karachi"),
    ("India Standard Time", "Asia/Calcutta"),
    ("Bangladesh Standard Time", "Asia/Dhaka"),
    ("SE Asia Standard Time", "Asia/Bangkok"),
    ("China Standard Time", "Asia/Shanghai"),
    ("Taipei Standard Time", "Asia/Taipei"),
    ("Singapore Standard Time", "Asia/Singapore"),
    ("W. Australia Standard Time", "Australia/Perth"),
    ("Tokyo Standard Time", "Asia/Tokyo"),
    ("Korea Standard Time", "Asia/Seoul"),
    ("Cen. Australia Standard Time", "Australia/Adelaide"),
    ("AUS Eastern Standard Time", "Australia/Sydney"),
    ("E. Australia Standard Time", "Australia/Brisbane"),
    ("New Zealand Standard Time", "Pacific/Auckland"),
];

/// The zones of one calendar.
#[derive(Default)]
pub struct Names {
    /// Places that the calendar itself gives for its zones.
    pub places: BTreeMap<String, String>,
    pub zones: Zones,
}

impl Names {
    /// The IANA name of a zone of the calendar.
    pub fn known(&mut self, name: &str) -> Result<String, Reason> {
        let place = self.places.get(name).cloned();
        let windows = WINDOWS.iter().find(|(known, _)| *known == name).map(|(_, name)| (*name).to_owned());
        // "/mozilla.org/20050126_1/Europe/Berlin"
        let parts: Vec<&str> = name.rsplitn(3, '/').collect();
        let end = match parts[..] {
            [city, area, ..] => Some(format!("{area}/{city}")),
            _ => None,
        };
        let candidates = [Some(name.to_owned()), place, windows, end];
        let found = candidates.into_iter().flatten().find(|name| self.zones.get(name).is_ok());
        found.ok_or_else(|| Reason::UnknownZone(name.chars().take(60).collect()))
    }
}
