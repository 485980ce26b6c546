// The requests to Open-Meteo, and the parsing of its answers. Pure.
import { z } from 'zod'
import type { Weather } from './contract.ts'

export type Place = { latitude: number; longitude: number }

const tenth = (value: number): number => Math.round(value * 10) / 10 + 0

/**
 * Rounds to a tenth of a degree, since weather is the same within some kilometres: fewer calls, and the provider does
 * not learn the exact place of a plant.
 */
export const roundedPlace = ({ latitude, longitude }: Place): Place => ({
  latitude: tenth(latitude),
  longitude: tenth(longitude),
})

const current = 'temperature_2m,relative_humidity_2m,wind_speed_10m,wind_direction_10m,pressure_msl,weather_code,is_day'
const forecastDays = 4

export function addressOf(url: string, { latitude, longitude }: Place): URL {
  const address = new URL(url)
  const asked = {
    ...{ latitude, longitude, current, daily: 'weather_code,temperature_2m_max,temperature_2m_min' },
    ...{ wind_speed_unit: 'ms', timezone: 'auto', timeformat: 'unixtime', forecast_days: forecastDays },
  }
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, String(value))
  return address
}

const code = z.number().int().min(0).max(99)
const temperature = z.number().min(-100).max(100)
const list = <T extends z.ZodType>(of: T) => z.array(of).max(16)

const Answer = z.object({
  utc_offset_seconds: z.number().min(-86_400).max(86_400).default(0),
  current: z.object({
    time: z.number().int().min(0).max(4e9),
    temperature_2m: temperature,
    relative_humidity_2m: z.number().min(0).max(110).nullish(),
    wind_speed_10m: z.number().min(0).max(200).nullish(),
    wind_direction_10m: z.number().min(0).max(360).nullish(),
    pressure_msl: z.number().min(500).max(1200).nullish(),
    weather_code: code,
    is_day: z.number(),
  }),
  daily: z
    .object({
      time: list(z.number().min(0).max(4e9)),
      weather_code: list(code.nullable()),
      temperature_2m_max: list(temperature.nullable()),
      temperature_2m_min: list(temperature.nullable()),
    })
    .optional(),
})
type Answer = z.output<typeof Answer>

/** The forecast of complete days; incomplete ones are omitted. Their times are midnights at the place. */
const daysOf = ({ daily, utc_offset_seconds: offset }: Answer): Weather['days'] =>
  (daily?.time ?? []).flatMap((time, day) => {
    const [low, high] = [daily?.temperature_2m_min[day], daily?.temperature_2m_max[day]]
    const dayCode = daily?.weather_code[day]
    if (low == null || high == null || dayCode == null) return []
    return [{ date: new Date((time + offset) * 1000).toISOString().slice(0, 10), low, high, code: dayCode }]
  })

/** Validates the provider's answer; undefined if it is invalid. */
export function weatherOf(answer: unknown, source: string): Weather | undefined {
  const { success, data } = Answer.safeParse(answer)
  if (!success) return undefined
  const now = data.current
  return {
    temperature: now.temperature_2m,
    humidity: now.relative_humidity_2m ?? null,
    wind: now.wind_speed_10m ?? null,
    windFrom: now.wind_direction_10m ?? null,
    pressure: now.pressure_msl ?? null,
    code: now.weather_code,
    isDay: now.is_day === 1,
    days: daysOf(data),
    at: now.time * 1000,
    isOld: false,
    source,
  }
}
