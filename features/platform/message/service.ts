import { provide, type RoomServices } from '../../frame/services.ts'
import { speech } from './contract.ts'
import { speechService } from './settings.env.ts'
import { createSpeech, httpSpeech } from './speech.ts'

export default [
  provide(speech, ({ setting, now, log }) => {
    const service = setting(speechService)
    return createSpeech({
      provider: service && httpSpeech(service, now),
      now,
      log: (error) => log.warn({ error: String(error) }, 'a text could not be spoken'),
    })
  }),
] satisfies RoomServices
