// The settings of a rollout, for its start and for changes while it runs.
import { FieldPair, NumberField, SwitchField } from '../../../ui/fields.tsx'
import { uiText } from '../../../ui/text.ts'
import { useText } from '../../../ui/words.ts'
import type { RolloutSettings } from './contract.ts'
import { rolloutText } from './text.ts'

export const usual: RolloutSettings = {
  ...{ canary: 1, waveSize: 10, waitS: 600, stopShare: 20, watchS: 60, rollBack: true },
}

export function WaveFields() {
  const t = useText(rolloutText)
  return (
    <FieldPair>
      <NumberField name="canary" label={t('canary')} min={0} max={100} digits={0} required note={t('canaryNote')} />
      <NumberField name="waveSize" label={t('waveSize')} min={1} max={2000} digits={0} required />
    </FieldPair>
  )
}

export function SettingsFields() {
  const t = useText(rolloutText)
  const seconds = useText(uiText)('secondsUnit')
  const common = { min: 0, digits: 0, required: true } as const
  return (
    <>
      <FieldPair>
        <NumberField name="waitS" label={t('waitS')} max={86_400} unit={seconds} {...common} />
        <NumberField name="stopShare" label={t('stopShare')} max={100} unit="%" {...common} />
      </FieldPair>
      <NumberField name="watchS" label={t('watchS')} max={3600} unit={seconds} note={t('watchNote')} {...common} />
      <SwitchField name="rollBack" label={t('rollBack')} />
    </>
  )
}
