// The weather, for widgets of pages.
import { call } from '../../../contract/call.ts'
import type { WeatherService } from '../../../widgets/services.ts'
import { queryWeather } from './contract.ts'

export default {
  at: ({ latitude, longitude }, ending) => call(queryWeather, { latitude, longitude }, ending),
} satisfies WeatherService
