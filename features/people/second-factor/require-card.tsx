// Switch that requires a second step for the platform's staff, or for all accounts of a company.
import { useMutation } from '@tanstack/react-query'
import { Switch } from 'antd'
import { mutationOf } from '../../../contract/call.ts'
import { useMay } from '../../../ui/me.ts'
import { Card } from '../../../ui/page-header.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { requireSecondFactor } from './contract.ts'
import { secondFactorText } from './text.ts'

export function RequireCard({ isRequired, isOn }: { isRequired: boolean; isOn: boolean }) {
  const t = useText(secondFactorText)
  const isPlatform = useMay()('platform:admin')
  const note = isPlatform ? 'staffNote' : 'companyNote'
  const { mutate, isPending } = useMutation(mutationOf(requireSecondFactor))
  return (
    <div className="factor-card">
      <Card title={t(isPlatform ? 'staffTitle' : 'companyTitle')}>
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch within is its control */}
        <label className="factor-require">
          <Switch
            size="small"
            checked={isRequired}
            disabled={isPending || (!isOn && !isRequired)}
            onChange={(required) => mutate({ required }, { onSuccess: () => toast.good(t('saved')) })}
          />
          {t('requireLabel')}
        </label>
        <p>{t(isOn || isRequired ? note : 'requireFirst')}</p>
      </Card>
    </div>
  )
}
