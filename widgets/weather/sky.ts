// Icons and names for weather codes of the WMO (table 4677, as used by forecasts), and names of winds. Pure.
import type { Label } from '../fields.ts'

const kinds = {
  clear: {
    label: { en: 'Clear', 'zh-cn': '晴' },
    shape:
      'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4',
  },
  night: { label: { en: 'Clear', 'zh-cn': '晴' }, shape: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z' },
  partly: {
    label: { en: 'Partly cloudy', 'zh-cn': '多云' },
    shape:
      'M7 19a4 4 0 0 1 .5-8 5 5 0 0 1 9.3 1.5A3.3 3.3 0 0 1 16.5 19zM8.5 7.5A4 4 0 0 1 15.8 9M12 2.5V4M5.5 5l1 1M18.5 5l-1 1',
  },
  cloudy: {
    label: { en: 'Overcast', 'zh-cn': '阴' },
    shape: 'M7 18a4 4 0 0 1 .5-8 5 5 0 0 1 9.3 1.5A3.3 3.3 0 0 1 16.5 18z',
  },
  fog: {
    label: { en: 'Fog', 'zh-cn': '雾' },
    shape: 'M7 12a3.5 3.5 0 0 1 .5-6.5 5 5 0 0 1 9.3 1.2A2.8 2.8 0 0 1 16.5 12M4 15.5h16M6 19h12',
  },
  rain: {
    label: { en: 'Rain', 'zh-cn': '雨' },
    shape: 'M7 14a4 4 0 0 1 .5-8 5 5 0 0 1 9.3 1.5A3.3 3.3 0 0 1 16.5 14zM8 17l-1 3M12.5 17l-1 3M17 17l-1 3',
  },
  snow: {
    label: { en: 'Snow', 'zh-cn': '雪' },
    shape:
      'M7 14a4 4 0 0 1 .5-8 5 5 0 0 1 9.3 1.5A3.3 3.3 0 0 1 16.5 14zM8 17.5v.1M8 20.5v.1M12 17.5v.1M12 20.5v.1M16 17.5v.1M16 20.5v.1',
  },
  storm: {
    label: { en: 'Thunderstorm', 'zh-cn': '雷雨' },
    shape: 'M7 14a4 4 0 0 1 .5-8 5 5 0 0 1 9.3 1.5A3.3 3.3 0 0 1 16.5 14zM12.5 14l-2.5 4h4l-2.5 4',
  },
  unknown: {
    label: { en: 'Weather code unknown', 'zh-cn': '未知天气' },
    shape: 'M8.5 9a3.5 3.5 0 1 1 5 3.2c-1 .5-1.5 1.2-1.5 2.3M12 18v.1',
  },
} as const satisfies Record<string, { label: Label; shape: string }>

type Sky = keyof typeof kinds

export function skyOf(code: number, isDay: boolean): Sky {
  if (code <= 1) return isDay ? 'clear' : 'night'
  if (code === 2) return 'partly'
  if (code === 3) return 'cloudy'
  if (code === 45 || code === 48) return 'fog'
  if ((code >= 71 && code <= 77) || code === 85 || code === 86) return 'snow'
  if (code >= 95 && code <= 99) return 'storm'
  return (code >= 51 && code <= 67) || (code >= 80 && code <= 82) ? 'rain' : 'unknown'
}

export const skies: Record<Sky, { label: Label; shape: string }> = kinds

const winds = {
  en: ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'],
  'zh-cn': ['北风', '东北风', '东风', '东南风', '南风', '西南风', '西风', '西北风'],
} as const

/** The direction that the wind blows from; degrees from north. */
export const windName = (degrees: number, language: keyof typeof winds): string =>
  winds[language][Math.round(degrees / 45) % 8] ?? ''
