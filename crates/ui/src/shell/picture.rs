//! Small drawings of what each room makes, for pages that have nothing else to show yet.

use yew::prelude::*;

use espalier_model::RoomId;

#[derive(Debug, Clone, PartialEq, Properties)]
pub struct RoomPictureProps {
    pub room: RoomId,
}

/// The lines of a drawing in a box of 120 by 72, and the part of it that stands out.
const fn lines(room: RoomId) -> (&'static str, &'static str) {
    match room {
        RoomId::Chat => (
            "M40 8h40a6 6 0 0 1 6 6v6a6 6 0 0 1-6 6H40a6 6 0 0 1-6-6v-6a6 6 0 0 1 6-6zM60 26v6M60 32c0 8-28 4-28 12M60 32c0 8 28 4 28 12M16 44h32a5 5 0 0 1 5 5v6a5 5 0 0 1-5 5H16a5 5 0 0 1-5-5v-6a5 5 0 0 1 5-5zM18 52h22M42 17h30",
            "M72 44h32a5 5 0 0 1 5 5v6a5 5 0 0 1-5 5H72a5 5 0 0 1-5-5v-6a5 5 0 0 1 5-5zM74 52h18",
        ),
        RoomId::Map => (
            "M48 28h24a8 8 0 0 1 0 16H48a8 8 0 0 1 0-16zM40 36C30 36 32 16 22 16H8M40 36C30 36 32 56 22 56H8M80 36c10 0 8 20 18 20h14M80 36h32",
            "M80 36c10 0 8-20 18-20h14",
        ),
        RoomId::Time => (
            "M8 62h104M16 62V44h8v18M31 62V30h8v32M46 62V38h8v24M61 62V18h8v44M91 62V52h8v10",
            "M76 62V26h8v36M76 34h8M76 42h8M76 50h8",
        ),
        RoomId::Course => (
            "M20 31a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM20 53a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM38 36h50M38 58h34M38 44h24",
            "M20 9a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM17.5 14l2 2 3.5-4M38 14h64",
        ),
        RoomId::Scene => (
            "M14 58L60 68l46-16M14 58l40-14 52 8M26 30l18-8 18 8v20l-18 8-18-8zM26 30l18 8 18-8M44 38v20",
            "M84 44a12 12 0 1 0 0-24 12 12 0 0 0 0 24zM73 35c6 4 16 4 22 0",
        ),
    }
}

#[component]
pub fn RoomPicture(props: &RoomPictureProps) -> Html {
    let (drawn, first) = lines(props.room);
    html! {
        <svg class="room-picture" viewBox="0 0 120 72" aria-hidden="true" focusable="false">
            <path d={drawn} />
            <path class="room-picture-first" d={first} />
        </svg>
    }
}
