// Durations in words. Pure.
import type { Language } from '../../../contract/errors.ts'

const secondMs = 1000
const minuteMs = 60_000
const hourMs = 3600_000

/** A duration in at most two units: `45 s`, `6 min 30 s`, `6 h 40 min`, `3 d 2 h`. */
export function durationWords(ms: number, language: Language): string {
  const [s, min, h, d] = language === 'en' ? ['s', 'min', 'h', 'd'] : ['秒', '分', '小时', '天']
  const told = (big: number, bigUnit: string, small: number, smallUnit: string) =>
    small > 0 ? `${big} ${bigUnit} ${small} ${smallUnit}` : `${big} ${bigUnit}`
  if (ms < minuteMs) return `${Math.round(ms / secondMs)} ${s}`
  if (ms < hourMs) return told(Math.floor(ms / minuteMs), min!, Math.floor((ms % minuteMs) / secondMs), s!)
  if (ms < 24 * hourMs) return told(Math.floor(ms / hourMs), h!, Math.floor((ms % hourMs) / minuteMs), min!)
  return told(Math.floor(ms / (24 * hourMs)), d!, Math.floor((ms % (24 * hourMs)) / hourMs), h!)
}
