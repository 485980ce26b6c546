// The props that a moment field passes to its calendar.

/** A moment as wall-clock text: `2026-03-01T08:00`. */
export type MomentText = { label: string; text: string; last: string | undefined; onChoose: (text: string) => void }
