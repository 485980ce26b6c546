// The lineage of a variable on a device that the viewer can see.
import { useQuery } from '@tanstack/react-query'
import { ApiError, queryOf } from '../../../contract/call.ts'
import { errorCode } from '../../../contract/errors.ts'
import type { EquipmentId, SignalId } from '../../../contract/fields.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import type { ExplainProps } from '../../device/open/live-can-explain.ts'
import { signalLineage } from './contract.ts'
import { Definition, Road } from './road.tsx'
import { lineageText } from './text.ts'
import { Used } from './used.tsx'

const everyMs = 30_000

type Of = { equipmentId: number; signalId: number /** Past time, epoch ms. */; at: number | undefined }

/** Shared query of all components; `enabled`: the viewer can see the device. */
export const useSignalLineage = ({ equipmentId, signalId, at }: Of, enabled: boolean) =>
  useQuery({
    ...queryOf(signalLineage, {
      ...{ equipmentId: equipmentId as EquipmentId, signalId: signalId as SignalId },
      ...(at === undefined ? {} : { at }),
    }),
    enabled,
    refetchInterval: at === undefined ? everyMs : false,
  })

type Own = { of: Of; stateOf: ExplainProps['stateOf']; zone: string }

/** The stations from register to gateway, as list entries. */
export function OwnRoad({ of, stateOf, zone }: Own) {
  const { data, error, refetch } = useSignalLineage(of, true)
  if (data) return <Road lineage={data} state={of.at === undefined ? stateOf(of.equipmentId) : undefined} zone={zone} />
  return <li>{error ? <Failed error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />}</li>
}

/** The definition and the uses, below the stations. */
export function OwnUse({ of, zone }: Pick<Own, 'of' | 'zone'>) {
  const { data } = useSignalLineage(of, true)
  if (!data) return null
  return (
    <>
      <Definition lineage={data} zone={zone} />
      <Used lineage={data} />
    </>
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText(lineageText)
  const isGone = error instanceof ApiError && error.code === errorCode('notFound')
  return isGone ? <p className="lineage-quiet">{t('gone')}</p> : <ErrorState error={error} onRetry={onRetry} />
}
