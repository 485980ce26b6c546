// Formats wall times, for millions of rows.

const dayMs = 86_400_000
const two = (value: number) => (value < 10 ? `0${value}` : String(value))
const three = (value: number) => (value < 100 ? `0${two(value)}` : String(value))

/**
 * Returns a formatter of wall times, ms as if their zone were UTC: `2026-03-01 08:00:00.123`. It caches the text of the
 * last day.
 */
export function wallTexts(): (wall: number) => string {
  let day = { number: Number.NaN, text: '' }
  return (wall) => {
    const number = Math.floor(wall / dayMs)
    if (number !== day.number) day = { number, text: new Date(number * dayMs).toISOString().slice(0, 10) }
    const ms = wall - number * dayMs
    const seconds = Math.floor(ms / 1000)
    const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
    return `${day.text} ${clock}.${three(ms % 1000)}`
  }
}
