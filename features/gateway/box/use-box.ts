// Hooks for the sections of the panel: the gateway's report, whether orders are possible, and sending an order.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { BoxAct } from '../../../contract/box.ts'
import { ApiError, queryOf } from '../../../contract/call.ts'
import type { GatewayId } from '../../../contract/fields.ts'
import { pollCommand } from '../../../signal/web/command.ts'
import { language } from '../../../ui/language.ts'
import { useMay } from '../../../ui/me.ts'
import { useReason } from '../../../ui/reason.ts'
import { uiText } from '../../../ui/text.ts'
import { useAway } from '../../../ui/use-away.ts'
import { labelIn, useText } from '../../../ui/words.ts'
import { queryOutcome } from '../../frame/command-outcome.ts'
import type { GatewayInfo } from '../gateway/contract.ts'
import { type BoxInfo, boxInfo } from './contract.ts'
import { cannotOrder, lacksFor } from './rules.ts'
import { boxText } from './text.ts'
import { lackWords } from './words.ts'

const renewMs = 5000
/** Time in ms after an answer within which the gateway reports the resulting change. */
const tellsWithinMs = 1000

export const useBox = (id: GatewayId) => useQuery({ ...queryOf(boxInfo, { id }), refetchInterval: renewMs })

/** Why this cannot be ordered now, or undefined. */
export function useRefusal(gateway: GatewayInfo, info: BoxInfo | undefined): (act: BoxAct) => string | undefined {
  const t = useText(boxText)
  const words = useText(uiText)
  const reason = useReason()
  const may = useMay()
  const away = useAway()
  return (act) => {
    if (away) return away
    if (!may('gateway:edit')) return words('noPermission')
    const lack = info && lacksFor(act, info)
    if (lack) return lack === 'old' ? t('tooOld') : labelIn(lackWords[lack], language())
    return reason(cannotOrder(gateway, act))
  }
}

/** Sends an order and waits for its end; throws a failure, which forms show. */
export function useOrder(): (start: () => Promise<{ uuid: string }>) => Promise<void> {
  const cache = useQueryClient()
  const renew = () => cache.invalidateQueries({ queryKey: [boxInfo.path] })
  return async (start) => {
    const { uuid } = await start()
    const outcome = await pollCommand(uuid, queryOutcome)
    void renew()
    setTimeout(() => void renew(), tellsWithinMs)
    if (outcome.status !== 'success') throw new ApiError(outcome.code, outcome.msg)
  }
}
