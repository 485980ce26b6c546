import { fail } from '../../../contract/errors.ts'
import { formatNamedTime } from '../../../ui/format.ts'
import { audience } from '../../frame/audience.ts'
import { type RoomServer, serve } from '../../frame/serve.ts'
import { codes, messageChannels, sender } from '../../platform/verification/contract.ts'
import { queryDeliveries, queryReceivers, tryReach } from './contract.ts'
import { wordsFor } from './rules.ts'
import { loadAddress, loadDeliveries, loadReceivers } from './store.ts'
import { deliveryText } from './text.ts'

const tries = { max: 5, perMs: 3600_000 }

export default [
  // Guests see only their own deliveries: the names of the company's staff stay private.
  serve(queryDeliveries, (asked, { sight, user }) =>
    loadDeliveries(sight, asked, user.isGuest ? user.accountId : null),
  ),

  serve(queryReceivers, async ({ equipmentId }, { sight, user, use }) => {
    const ids = await use(audience).whoSee(user.orgId, equipmentId, 'alarm:view')
    const channels = messageChannels.filter((channel) => use(sender).by(channel) !== 'off')
    return { ...(await loadReceivers(sight, ids)), channels }
  }),

  serve(tryReach, { kind: 'across' }, async ({ method }, { user, use, language, now, db }) => {
    if (use(sender).by(method) === 'off') throw fail('messagesOff')
    const to = await loadAddress(db, user.accountId, method)
    if (to === null) throw fail('wayNotSet', {}, { field: 'method' })
    if (!(await use(codes).countTry(`try reach ${user.accountId} ${method}`, tries))) throw fail('tooFrequent')
    const t = deliveryText.in(language)
    const told = {
      title: t('tryTitle'),
      note: t('tryNote'),
      at: formatNamedTime(now(), user.zone),
      advice: null,
      url: null,
    }
    await use(sender).send({ channel: method, to, ...wordsFor(method, language, told), language })
    return { isSent: use(sender).by(method) === 'provider' }
  }),
] satisfies RoomServer
