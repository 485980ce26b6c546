// The "Read now" button beside the explanation of a value: reads the PLC once, independent of the poll interval.
import type { DriverId, EquipmentId } from '../../../contract/fields.ts'
import type { ProbePoint } from '../../../contract/gateway-config.ts'
import { Act } from '../../../ui/act.tsx'
import type { Written } from '../../../ui/value-words.ts'
import { useText } from '../../../ui/words.ts'
import { pointOnly } from '../probe/rules.ts'
import '../probe/probe.css'
import { ProbeResult } from '../probe/probe-result.tsx'
import { probeText } from '../probe/text.ts'
import { useProbe, useProbeRefusal } from '../probe/use-probe.ts'

type Placed = { [K in keyof ProbePoint]: ProbePoint[K] | null }

export function ReadNow({
  equipmentId,
  signal,
}: {
  equipmentId: EquipmentId
  signal: Placed & Written & { id: number; driverId: DriverId; access: 'r' | 'w' | 'rw' }
}) {
  const t = useText(probeText)
  const refusal = useProbeRefusal(equipmentId)
  const probing = useProbe(equipmentId, String(signal.id))
  return (
    <div className="probe-now">
      <Act
        may="equipment:edit"
        why={signal.access === 'w' ? t('writeOnly') : refusal}
        busy={probing.isBusy}
        onClick={() => probing.start({ driverId: signal.driverId }, pointOnly(signal))}
      >
        {t('readNow')}
      </Act>
      <ProbeResult probing={probing} written={signal} />
    </div>
  )
}
