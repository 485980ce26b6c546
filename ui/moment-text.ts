// A moment as the field and the calendar pass it on.

/** As wall-clock texts: `2026-03-01T08:00`. */
export type MomentText = { label: string; text: string; last: string | undefined; onChoose: (text: string) => void }
