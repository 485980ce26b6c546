// The operator's service that speaks texts (docs/messages.md).
import { safeUrl, setting, signedCall } from '../../frame/setting.ts'

/** The HTTP call that speaks texts, and the secret that signs it; null: browsers use their own voices. */
export const speechService = setting({
  names: ['SPEECH_URL', 'SPEECH_SECRET'],
  read: (env) => signedCall(env, 'SPEECH', safeUrl(env, 'SPEECH_URL')),
})
