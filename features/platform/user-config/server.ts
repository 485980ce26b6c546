import { badField } from '../../../contract/input-fault.ts'
import { type RoomServer, serve } from '../../frame/serve.ts'
import { queryUserConfig, saveUserConfig } from './contract.ts'
import { settingsOf, settingType } from './rules.ts'
import { loadSettings, putSettings } from './store.ts'

export default [
  serve(queryUserConfig, async (_, { sight, user }) => ({
    ...settingsOf(await loadSettings(sight, user.accountId)),
  })),

  serve(saveUserConfig, { kind: 'own' }, async ({ settings }, { sight, user, language }) => {
    for (const [key, value] of Object.entries(settings)) {
      if (!settingType(key)?.safeParse(value).success) throw badField(`settings.${key}`, 'notAllowed', language)
    }
    await putSettings(sight, user.accountId, settings)
    return null
  }),
] satisfies RoomServer
