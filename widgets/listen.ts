// Listens to values for a widget that draws them without the host: a chart, a scene.
import { everySecond } from '../signal/web/use-binding.ts'
import type { Input } from './widget.ts'

/** Calls back in the frame after a reading, and when age alone has changed a quality. */
export function listenTo(inputs: readonly Input[], act: () => void): () => void {
  let frame = 0
  const later = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0
      act()
    })
  }
  const qualities = () => inputs.map((input) => input.read().quality).join()
  let before = qualities()
  const endings = [...new Set(inputs.flatMap(({ cell }) => cell ?? []))].map((cell) => cell.watch(later))
  if (endings.length > 0)
    endings.push(
      everySecond(() => {
        const now = qualities()
        if (now !== before) later()
        before = now
      }),
    )
  return () => {
    cancelAnimationFrame(frame)
    for (const end of endings) end()
  }
}
