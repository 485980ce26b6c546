import { provide, type RoomServices } from '../../frame/services.ts'
import { weather } from './contract.ts'
import { createWeather } from './provider.ts'
import { weatherUrl } from './settings.env.ts'

export default [
  provide(weather, ({ setting, now, log }) =>
    createWeather({
      url: setting(weatherUrl),
      now,
      log: (error) => log.warn({ error: String(error) }, 'the weather service did not answer'),
    }),
  ),
] satisfies RoomServices
