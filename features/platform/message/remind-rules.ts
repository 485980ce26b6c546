// What the reminders show and who makes them. Pure.

const gap = '   ·   '

/** The title after so many steps: the text, moved by a letter each, without end. */
export function marqueeAt(text: string, step: number): string {
  const letters = [...(text + gap)]
  const from = step % letters.length
  // A browser cuts spaces at the ends: those within would jump.
  return [...letters.slice(from), ...letters.slice(0, from)].join('').replaceAll(' ', '\u00a0')
}

const mostKept = 50

/** Whether nobody has called for this message yet; `kept` is what all windows of the browser know of it then. */
export function claim(before: string | null, message: string): { isMine: boolean; kept: string } {
  const called = before?.split(' ').filter(Boolean) ?? []
  if (called.includes(message)) return { isMine: false, kept: called.join(' ') }
  return { isMine: true, kept: [...called, message].slice(-mostKept).join(' ') }
}
