// Enter and space on a widget with a click action. Pure.
type Key = { key: string; repeat: boolean; preventDefault(): void }

/** Clicks once per press. Keys that do not concern a clickable widget keep their effect, e.g. in a text field. */
export function clickByKey(event: Key, isClickable: boolean, click: () => void): void {
  if (!isClickable || (event.key !== 'Enter' && event.key !== ' ')) return
  event.preventDefault()
  // A held key repeats keydown but presses only once.
  if (!event.repeat) click()
}
