// The text of reminders, and the choice of the window that makes them. Pure.

const gap = '   ·   '

/** The title after a number of steps: the text, scrolled by one character each, in a loop. */
export function marqueeAt(text: string, step: number): string {
  const letters = [...(text + gap)]
  const from = step % letters.length
  // Browsers trim spaces at the ends, which would make the title jump.
  return [...letters.slice(from), ...letters.slice(0, from)].join('').replaceAll(' ', '\u00a0')
}

const mostKept = 50

/** Returns true for the first window that claims a message; `kept` is the list shared by all windows of the browser. */
export function claim(before: string | null, message: string): { isMine: boolean; kept: string } {
  const called = before?.split(' ').filter(Boolean) ?? []
  if (called.includes(message)) return { isMine: false, kept: called.join(' ') }
  return { isMine: true, kept: [...called, message].slice(-mostKept).join(' ') }
}
