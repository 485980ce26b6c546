// The form for the source of a device's positions.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formOf } from '../../../contract/call.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import type { EquipmentId, SignalId } from '../../../contract/fields.ts'
import { ChoiceField, SelectField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { withNote } from '../../../ui/punctuation.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { queryTrack, saveTrackSettings, trackSettings } from './contract.ts'
import { trackText } from './text.ts'

type Settings = OutputOf<typeof trackSettings>
type Typed = { source: 'signals' | 'gateway' | 'none'; longitudeId?: SignalId; latitudeId?: SignalId }

type Of = { open: boolean; equipmentId: EquipmentId; settings: Settings; onClose: () => void }

export function SettingsDrawer({ open, equipmentId, settings, onClose }: Of) {
  const t = useText(trackText)
  const name = useName()
  const cache = useQueryClient()
  const { mutateAsync } = useMutation(formOf(saveTrackSettings))
  const initial: Typed = {
    source: settings.source ?? 'signals',
    ...(settings.longitudeId === null ? {} : { longitudeId: settings.longitudeId }),
    ...(settings.latitudeId === null ? {} : { latitudeId: settings.latitudeId }),
  }
  const [source, setSource] = useState(initial.source)
  const options = settings.signals.map(({ id, title, unit }) => ({
    value: id,
    label: unit ? withNote(name(title), unit) : name(title),
  }))
  return (
    <FormDrawer<Typed>
      open={open}
      title={t('settings')}
      initial={initial}
      onChange={(values) => setSource(values.source)}
      onSubmit={({ source: chosen, longitudeId, latitudeId }) =>
        mutateAsync({ equipmentId, source: chosen === 'none' ? null : chosen, longitudeId, latitudeId })
      }
      onDone={() => {
        toast.good(t('saved'))
        for (const { path } of [trackSettings, queryTrack]) void cache.invalidateQueries({ queryKey: [path] })
      }}
      onClose={onClose}
    >
      <ChoiceField
        name="source"
        label={t('source')}
        options={[
          { value: 'signals', label: t('sourceSignals') },
          { value: 'gateway', label: t('sourceGateway') },
          { value: 'none', label: t('sourceNone') },
        ]}
      />
      {source === 'signals' && (
        <>
          <SelectField name="longitudeId" label={t('longitude')} required options={options} />
          <SelectField name="latitudeId" label={t('latitude')} required options={options} note={t('signalsNote')} />
        </>
      )}
      {source === 'gateway' && <p className="track-note">{t('gatewayNote')}</p>}
    </FormDrawer>
  )
}
