// The forecast service of the weather widget.
import { safeUrl, setting } from '../../frame/setting.ts'

/** The forecast call of Open-Meteo or of a service with the same answers; null: weather is off. */
export const weatherUrl = setting({ names: ['WEATHER_URL'], read: (env) => safeUrl(env, 'WEATHER_URL') })
