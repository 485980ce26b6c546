// What the platform's administrator asks of its staff.
import { useMutation } from '@tanstack/react-query'
import { Switch } from 'antd'
import { mutationOf } from '../../contract/call.ts'
import { Card } from '../../ui/page-header.tsx'
import { toast } from '../../ui/toast.tsx'
import { useText } from '../../ui/words.ts'
import { requireSecondFactor } from './contract.ts'
import { secondFactorText } from './text.ts'

export function StaffCard({ isRequired, isOn }: { isRequired: boolean; isOn: boolean }) {
  const t = useText(secondFactorText)
  const { mutate, isPending } = useMutation(mutationOf(requireSecondFactor))
  return (
    <div className="factor-card">
      <Card title={t('staffTitle')}>
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch within is its control */}
        <label className="factor-require">
          <Switch
            size="small"
            checked={isRequired}
            disabled={isPending || (!isOn && !isRequired)}
            onChange={(required) => mutate({ required }, { onSuccess: () => toast.good(t('saved')) })}
          />
          {t('staffLabel')}
        </label>
        <p>{t(isOn || isRequired ? 'staffNote' : 'staffFirst')}</p>
      </Card>
    </div>
  )
}
