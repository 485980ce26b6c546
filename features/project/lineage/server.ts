import { fail } from '../../../contract/errors.ts'
import { badField } from '../../../contract/input-fault.ts'
import { isAmong } from '../../../db/sight.ts'
import { type RoomServer, serve } from '../../frame/serve.ts'
import { bindsShown } from '../../page/open/page-opened.ts'
import { pageLineage, signalLineage } from './contract.ts'
import { lineageOf, mvarSeen, pageSeen, variablesSeen } from './gather.ts'

export default [
  serve(pageLineage, { openTo: ['page'] }, async ({ pageId, equipmentId, signalId, mvarId }, call) => {
    if ((signalId == null) === (mvarId == null))
      throw badField('signalId', signalId == null ? 'missing' : 'notAllowed', call.language)
    // The page as the caller sees it, limited by regions and password.
    const { signals, mvars } = await bindsShown(call, pageId)
    const [variable = null] = signalId == null ? [] : await variablesSeen(call, [signalId])
    // Parameters of a page can choose variables of visible devices.
    const isShown = variable
      ? variable.equipmentId === equipmentId &&
        (signals.includes(variable.signalId) || isAmong(call.asker.devices, variable.equipmentId))
      : mvars.some(({ id }) => id === mvarId)
    if (!isShown) throw fail('notFound', {}, { field: signalId == null ? 'mvarId' : 'signalId' })
    const mvar = mvarId == null ? null : ((await mvarSeen(call, mvarId, signals)) ?? null)
    const page = await pageSeen(call, pageId, variable?.isOwn ?? mvar?.formula != null)
    if (!page || (!variable && !mvar)) throw fail('notFound')
    return { page, variable, mvar }
  }),

  serve(signalLineage, async ({ equipmentId, signalId, at }, call) => {
    const lineage = await lineageOf(call, { equipmentId, signalId, at: at ?? undefined })
    if (!lineage) throw fail('notFound', {}, { field: 'signalId' })
    return lineage
  }),
] satisfies RoomServer
