// The weather at a place, of a provider that the operator chooses.
import { z } from 'zod'
import { post } from '../../../contract/endpoint.ts'
import { Instant } from '../../../contract/fields.ts'
import { token } from '../../frame/token.ts'

export const Weather = z.object({
  /** °C, %, m/s, degrees from north, hPa. */
  temperature: z.number(),
  humidity: z.number().nullable(),
  wind: z.number().nullable(),
  windFrom: z.number().nullable(),
  pressure: z.number().nullable(),
  /** Weather code of the WMO, table 4677. */
  code: z.number(),
  isDay: z.boolean(),
  days: z.array(z.object({ date: z.string(), low: z.number(), high: z.number(), code: z.number() })),
  /** When it was measured or computed. */
  at: Instant,
  /** The provider does not answer now: the last it said. */
  isOld: z.boolean(),
  source: z.string(),
})
export type Weather = z.output<typeof Weather>

const degrees = (most: number) => z.number().min(-most).max(most)

export const queryWeather = post('/lfscada/weather/query', {
  may: 'monitor:view',
  about:
    'The weather at a place now and for some days, kept for 15 minutes; null where the platform has no provider of weather.',
  input: z.object({ latitude: degrees(90), longitude: degrees(180) }),
  output: Weather.nullable(),
})

/** Null: there is no provider. Throws `weatherFailed` where it does not answer and nothing is known of before. */
export type AskWeather = (of: { accountId: number; latitude: number; longitude: number }) => Promise<Weather | null>

export const weather = token<AskWeather>('weather')
