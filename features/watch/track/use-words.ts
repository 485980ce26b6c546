// Distances, times and speeds of a track in words.
import { formatNumber } from '../../../ui/format.ts'
import { useText } from '../../../ui/words.ts'
import { trackText } from './text.ts'

export function useTrackWords() {
  const t = useText(trackText)
  return {
    metres: (metres: number) =>
      metres < 1000
        ? t('m', { value: formatNumber(metres, 0) })
        : t('km', { value: formatNumber(metres / 1000, metres < 100_000 ? 1 : 0) }),
    lasting: (ms: number) => {
      const minutes = Math.round(ms / 60_000)
      if (minutes === 0) return t('sec', { s: Math.round(ms / 1000) })
      return minutes < 60 ? t('min', { min: minutes }) : t('hours', { h: Math.floor(minutes / 60), min: minutes % 60 })
    },
    speed: (kmh: number) => t('kmh', { value: formatNumber(kmh, 0) }),
  }
}
