// One reading on demand: sends a command with a uuid generated here, then polls its outcome.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, call, linkCodes, queryOf } from '../../../contract/call.ts'
import { type Details, errorCode } from '../../../contract/errors.ts'
import { type DriverId, EquipmentId } from '../../../contract/fields.ts'
import type { ProbePoint } from '../../../contract/gateway-config.ts'
import type { Value } from '../../../core/data-type.ts'
import { newUuid } from '../../../core/new-uuid.ts'
import { pollCommand } from '../../../signal/web/command.ts'
import { useLink } from '../../../ui/link.ts'
import { useReason } from '../../../ui/reason.ts'
import { useText } from '../../../ui/words.ts'
import { cannotCommand } from '../../gateway/gateway/rules.ts'
import { commandCallback } from '../command/contract.ts'
import { liveGatewayInfo } from '../live/contract.ts'
import { type DriverDraft, probePoint } from './contract.ts'
import { probeText } from './text.ts'

// Interval of the check whether the gateway is connected, so that a user who waits for it sees it soon.
const lookMs = 5000

type Asked = { driver: DriverDraft } | { driverId: DriverId }
export type Outcome = {
  code: number
  msg: string
  value: Value | null
  details?: Details | null
  tookMs: number | null
}
export type Probing = { isBusy: boolean; outcome: Outcome | undefined; start(by: Asked, point: ProbePoint): void }

/** Unmounting or a change of `about` stops waiting; `about` identifies what is read. */
export function useProbe(equipmentId: EquipmentId, about: string): Probing {
  const [state, setState] = useState<{ about: string; outcome?: Outcome }>()
  const waiting = useRef<AbortController>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was asked of something else is given up
  useEffect(
    () => () => {
      waiting.current?.abort()
      setState(undefined)
    },
    [about],
  )
  const isBusy = state?.about === about && !state.outcome
  return {
    isBusy,
    outcome: state?.about === about ? state.outcome : undefined,
    start(by, point) {
      if (isBusy) return
      const own = new AbortController()
      waiting.current = own
      setState({ about })
      void probe(EquipmentId.parse(equipmentId), by, point, own.signal).then((outcome) => {
        if (!own.signal.aborted) setState({ about, outcome })
      })
    },
  }
}

async function probe(equipmentId: EquipmentId, by: Asked, point: ProbePoint, signal: AbortSignal): Promise<Outcome> {
  const uuid = newUuid()
  try {
    await call(probePoint, { equipmentId, ...by, point, uuid }).catch((error: unknown) => {
      // The answer was lost, but the request may have arrived: poll by its uuid.
      if (!isLinkFault(error)) throw error
    })
    const outcome = await pollCommand(uuid, () => call(commandCallback, { uuid }), { signal })
    return { tookMs: null, ...outcome }
  } catch (error) {
    const code = error instanceof ApiError ? error.code : 0
    return { code, msg: error instanceof Error ? error.message : String(error), value: null, tookMs: null }
  }
}

const isLinkFault = (error: unknown) =>
  error instanceof ApiError && (Object.values(linkCodes) as number[]).includes(error.code)

/** The reason why the device's gateway cannot read now; the first obstacle between platform and PLC. */
export function useGatewayRoad(equipmentId: EquipmentId): { cause: string | undefined; isKnown: boolean } {
  const t = useText(probeText)
  const reason = useReason()
  const { state } = useLink()
  const { data, error } = useQuery({ ...queryOf(liveGatewayInfo, { equipmentId }), refetchInterval: lookMs })
  const of = (cause: string | undefined) => ({ cause, isKnown: true })
  if (state === 'noNetwork' || state === 'noPlatform') return of(t(state))
  if (state === 'noDatabase') return of(reason('databaseDown'))
  if (error instanceof ApiError && error.code === errorCode('noBoundGateway')) return of(reason('noBoundGateway'))
  if (data) return of(reason(cannotCommand(data)))
  return error ? of(error.message) : { cause: undefined, isKnown: false }
}

/** The reason why nothing can be read through the gateway of a device now. */
export function useProbeRefusal(equipmentId: EquipmentId): string | undefined {
  const t = useText(probeText)
  const { cause, isKnown } = useGatewayRoad(equipmentId)
  return isKnown ? cause : t('loadingNote')
}
