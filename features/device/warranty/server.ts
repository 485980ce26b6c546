import { type RoomServer, serve } from '../../frame/serve.ts'
import { saveWarrantySettings, warrantySettings } from './contract.ts'
import { loadSettings, updateSettings } from './store.ts'

export default [
  serve(warrantySettings, async (_, { sight }) => {
    const { days } = await loadSettings(sight)
    return { days }
  }),

  serve(saveWarrantySettings, { kind: 'change' }, async ({ days }, { sight, user }) => {
    const before = await loadSettings(sight)
    await updateSettings(sight, days)
    const object = { type: 'organisation', id: sight.orgId, name: user.orgName } as const
    const told = { before: { warrantyNoticeDays: before.days }, after: { warrantyNoticeDays: days } }
    return { act: 'setWarrantyNotice', object, ...told, data: null }
  }),
] satisfies RoomServer
