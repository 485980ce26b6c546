// Restarts the gateway after confirmation.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, queryOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import type { GatewayInfo } from '../gateway/contract.ts'
import { boxInfo, orderBox } from './contract.ts'
import { boxText } from './text.ts'
import { useOrder, useRefusal } from './use-box.ts'

export function RestartAct({ gateway }: { gateway: GatewayInfo }) {
  const t = useText(boxText)
  const { data } = useQuery(queryOf(boxInfo, { id: gateway.id }))
  const why = useRefusal(gateway, data)('restart')
  const order = useOrder()
  const [isBusy, setBusy] = useState(false)
  const restart = async () => {
    const question = { title: t('restartTitle'), act: t('restart'), target: gateway.sn, note: t('restartNote') }
    if (!(await confirm(question))) return
    setBusy(true)
    try {
      await order(() => call(orderBox, { id: gateway.id, order: { act: 'restart' } }))
      toast.good(t('restarted'))
    } catch (error) {
      toast.bad(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Act why={why} busy={isBusy} sends onClick={() => void restart()}>
      {t('restart')}
    </Act>
  )
}
