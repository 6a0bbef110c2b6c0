//! Icons: lines of one weight in a square of 24 units, in the colour of the text around them.
//!
//! An icon is hidden from screen readers; what it stands for is said by its button.

use yew::prelude::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "an icon is named after the thing or action it stands for")]
pub enum IconName {
    AddBelow,
    AddParent,
    Agent,
    Align,
    Archive,
    Arrange,
    Attach,
    Bookmark,
    Branch,
    Chat,
    Check,
    ChevronDown,
    ChevronLeft,
    ChevronRight,
    ChevronUp,
    Circle,
    Clock,
    Close,
    Columns,
    Copy,
    Cut,
    Distribute,
    Download,
    Duplicate,
    Edit,
    Espalier,
    External,
    Eye,
    EyeOff,
    Filter,
    Fit,
    Fold,
    Grid,
    Grip,
    Help,
    History,
    Line,
    Link,
    Map,
    Marquee,
    Menu,
    Merge,
    Mirror,
    More,
    New,
    Note,
    Outline,
    Paste,
    Picture,
    Pin,
    Play,
    Print,
    Redo,
    Refresh,
    Scene,
    Search,
    Send,
    Settings,
    Split,
    Square,
    Stop,
    Style,
    Tag,
    Target,
    Trash,
    Tree,
    Triangle,
    Undo,
    Upload,
    Warning,
    Wrap,
    ZoomIn,
    ZoomOut,
}

impl IconName {
    /// The lines, as the data of an SVG path.
    #[expect(clippy::too_many_lines, reason = "one path per icon")]
    const fn path(self) -> &'static str {
        match self {
            Self::Agent => {
                "M6 9h12v9a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2zM12 9V4M9.5 4h5M9.5 14v.5M14.5 14v.5M3 13v3M21 13v3"
            }
            Self::Attach => {
                "M20 11.5l-8.2 8.2a5 5 0 0 1-7.1-7.1l8.5-8.5a3.4 3.4 0 0 1 4.8 4.8l-8.2 8.2a1.7 1.7 0 0 1-2.4-2.4l7.5-7.5"
            }
            Self::Arrange => "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z",
            Self::Branch => {
                "M7 8v8M7 14c0-3 10-1 10-5M7 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM7 21a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM17 9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z"
            }
            Self::Chat => "M5 4h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-7l-5 4v-4H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z",
            Self::Check => "M4.5 12.5l5 5 10-11",
            Self::ChevronDown => "M6 9.5l6 6 6-6",
            Self::ChevronLeft => "M14.5 6l-6 6 6 6",
            Self::ChevronRight => "M9.5 6l6 6-6 6",
            Self::ChevronUp => "M6 14.5l6-6 6 6",
            Self::Circle => "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16z",
            Self::Clock => "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5.5l3.5 2",
            Self::Close => "M6 6l12 12M18 6L6 18",
            Self::Cut => {
                "M6.5 4l9 11.5M17.5 4l-9 11.5M9 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM20 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z"
            }
            Self::Columns => "M4 5h16v14H4zM12 5v14",
            Self::Copy => {
                "M9 9h9a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2zM16 5a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v9"
            }
            Self::Download => "M12 4v11M7 10.5l5 5 5-5M4 20h16",
            Self::Edit => "M4 20l1-4.5L16 4.5a2 2 0 0 1 2.8 0l.7.7a2 2 0 0 1 0 2.8L8.5 19zM13.5 7l3.5 3.5",
            Self::Espalier => {
                "M12 21.5V3M12 18H5.5a2 2 0 0 1-2-2v-3.5M12 18h6.5a2 2 0 0 0 2-2v-3.5M12 12H9.5a2 2 0 0 1-2-2V6.5M12 12h2.5a2 2 0 0 0 2-2V6.5"
            }
            Self::Link => {
                "M10 14a4.500 4.500 0 0 0 6.400.4l3-3a4.500 4.500 0 0 0-6.400-6.400l-1.500 1.500M14 10a4.500 4.500 0 0 0-6.400-.4l-3 3a4.500 4.500 0 0 0 6.400 6.400l1.500-1.500"
            }
            Self::External => "M13 4h7v7M20 4l-9.5 9.5M18 14v4a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h4",
            Self::Eye => {
                "M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z"
            }
            Self::EyeOff => {
                "M4 4l16 16M9.5 5.900A8.6 8.6 0 0 1 12 5.5c3.7 0 7 2 9.5 6.5a15 15 0 0 1-2.9 3.700M6.1 7.600A15 15 0 0 0 2.5 12c2.5 4.5 5.8 6.5 9.5 6.5 1.5 0 2.9-.3 4.2-1"
            }
            Self::Fit => "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
            Self::Grid => "M4 4h16v16H4zM4 9.300h16M4 14.700h16M9.300 4v16M14.700 4v16",
            Self::Grip => "M9 6v.01M15 6v.01M9 12v.01M15 12v.01M9 18v.01M15 18v.01",
            Self::Help => {
                "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.7 2.200c-.8.5-1.2 1-1.2 1.900M12 16.800v.2"
            }
            Self::History => "M4 5v4.5h4.5M4.3 9.5A8.5 8.5 0 1 1 3.6 13M12 8v4.5l3 2",
            Self::Menu => "M4 7h16M4 12h16M4 17h16",
            Self::More => {
                "M5.5 11.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1zM12 11.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1zM18.5 11.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1z"
            }
            Self::New => "M12 5v14M5 12h14",
            Self::Note => "M6 3.5h12v17H6zM9 8h6M9 12h6M9 16h3",
            Self::Outline => "M4 6h10M8 12h12M8 18h12M4 6v12h2M4 12h2",
            Self::Picture => "M4 5h16v14H4zM4 16l5-5 4 4 2.5-2.5L20 17M15 9v.01",
            Self::Pin => "M9 4h6l-1 6 3.5 3.5h-11L10 10zM12 13.5V21",
            Self::Play => "M8 5l11 7-11 7z",
            Self::Print => {
                "M7 9V4h10v5M7 17H5a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2h-2M7 14h10v6H7z"
            }
            Self::AddBelow => "M5 4h14v6H5zM12 14v7M8.5 17.5h7",
            Self::AddParent => "M5 14h14v6H5zM12 3v7M8.5 6.5h7",
            Self::Align => "M4 3v18M8 6h12v4H8zM8 14h7v4H8z",
            Self::Archive => "M3 4h18v5H3zM5 9v10h14V9M9.5 13h5",
            Self::Bookmark => "M6.5 3h11v18l-5.500-4.500L6.5 21z",
            Self::Distribute => "M4 3v18M20 3v18M9.5 7h5v10h-5z",
            Self::Duplicate => "M9 9h11v11H9zM5 15H4V4h11v1M14.500 12v5M12 14.500h5",
            Self::Filter => "M3.5 5h17l-6.500 8v6l-4-2v-4z",
            Self::Fold => "M6 3.500l6 5 6-5M6 20.500l6-5 6 5M4 12h16",
            Self::Line => {
                "M5.5 18.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM18.500 9.500a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM7.500 16.500c5 0 4-9 9-9"
            }
            Self::Map => {
                "M9 12a3 3 0 1 0-6 0 3 3 0 0 0 6 0zM9 12h4M13 5.500v13M13 5.500h3M13 12h3M13 18.500h3M16 4h5v3h-5zM16 10.500h5v3h-5zM16 17h5v3h-5z"
            }
            Self::Marquee => {
                "M4 7V4h3M11 4h2M17 4h3v3M20 11v2M20 17v3h-3M13 20h-2M7 20H4v-3M4 13v-2M8.500 12.500l2.500 2.500 4.500-5"
            }
            Self::Merge => "M6 4v4c0 4 6 4 6 8v5M18 4v4c0 4-6 4-6 8M8.500 17.500l3.500 3.500 3.500-3.500",
            Self::Mirror => "M12 3v18M9 7v10H3zM15 7v10h6z",
            Self::Paste => {
                "M8 5H6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V7a2 2 0 0 0-2-2h-2M8 3h8v4H8zM12 11v6M9 14.500l3 3 3-3"
            }
            Self::Tag => "M3 4h8.500L21 13.500 13.500 21 3 10.500zM7.500 8.500v.01",
            Self::Split => "M12 3v5c0 4-6 4-6 8v5M12 8c0 4 6 4 6 8v5",
            Self::Target => {
                "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 16.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9zM12 12v.01"
            }
            Self::Redo => "M15 5l5 4.5-5 4.5M20 9.5H9.5a5 5 0 0 0 0 10H14",
            Self::Refresh => "M20 5v5h-5M19.5 10A8 8 0 1 0 20 14",
            Self::Scene => "M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9",
            Self::Search => "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l4.5 4.5",
            Self::Send => "M12 20V5M5.5 11L12 4.5l6.5 6.5",
            Self::Settings => {
                "M4 7h8M17 7h3M14.5 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM4 17h3M12 17h8M9.5 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z"
            }
            Self::Square => "M5 5h14v14H5z",
            Self::Style => {
                "M12 3a9 9 0 1 0 0 18c1.6 0 2.1-1.1 1.5-2.3-.7-1.4.2-2.7 1.9-2.7H18a3 3 0 0 0 3-3c0-5.6-4-10-9-10zM7.5 12.5v.01M10 8v.01M14.5 8v.01M17.5 11.5v.01"
            }
            Self::Stop => {
                "M8 6.5h8A1.5 1.5 0 0 1 17.5 8v8a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 16V8A1.5 1.5 0 0 1 8 6.5z"
            }
            Self::Trash => "M4 7h16M9.5 7V4h5v3M6 7l1 13h10l1-13M10 11v5.5M14 11v5.5",
            Self::Tree => {
                "M12 9.5v5M5 18v-2.5a1 1 0 0 1 1-1h12a1 1 0 0 1 1 1V18M9.5 4h5v5.5h-5zM2.5 18h5v3h-5zM9.5 18h5v3h-5zM12 14.5V18M16.5 18h5v3h-5z"
            }
            Self::Triangle => "M12 4.5L20.5 19h-17z",
            Self::Undo => "M9 5L4 9.5 9 14M4 9.5h10.5a5 5 0 0 1 0 10H10",
            Self::Upload => "M12 15.5V4.5M7 9l5-5 5 5M4 20h16",
            Self::Wrap => "M4 6h16M4 12h13a3 3 0 0 1 0 6h-4M15.5 15.5L13 18l2.5 2.5M4 18h4",
            Self::ZoomIn => "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l4.5 4.5M8 11h6M11 8v6",
            Self::ZoomOut => "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l4.5 4.5M8 11h6",
            Self::Warning => "M12 4L2.5 20h19zM12 10v5M12 17.5v.2",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct IconProps {
    pub name: IconName,
}

/// An icon, as large as the text around it says.
#[component]
pub fn Icon(props: &IconProps) -> Html {
    html! {
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d={props.name.path()} />
        </svg>
    }
}
