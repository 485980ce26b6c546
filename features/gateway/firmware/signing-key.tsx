// The platform's signing key, which gateways trust, and its replacement.
import { useMutation, useQuery } from '@tanstack/react-query'
import './firmware.css'
import { mutationOf, queryOf } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { formatTime } from '../../../ui/format.ts'
import { KeyValues } from '../../../ui/key-values.tsx'
import { useZone } from '../../../ui/me.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { replaceSigningKey, signingKey } from './contract.ts'
import { firmwareText } from './text.ts'

export function SigningKey() {
  const t = useText(firmwareText)
  const zone = useZone()
  const { data, error, refetch } = useQuery(queryOf(signingKey, {}))
  const replace = useMutation({
    ...mutationOf(replaceSigningKey),
    onSuccess: ({ isEndorsed }) => toast.good(isEndorsed ? t('keyReplaced') : t('keyReplacedAlone')),
  })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={4} />
  const ask = async () => {
    const note = data.isUsable ? t('keyReplaceNote') : t('keyReplaceLostNote')
    const question = { title: t('keyReplaceTitle'), act: t('keyReplace'), target: data.publicKey, note, danger: true }
    if (await confirm(question)) replace.mutate({})
  }
  return (
    <section className="firmware-key" aria-label={t('signingKey')}>
      <p className="firmware-about">{t('keyAbout')}</p>
      <KeyValues
        rows={[
          { label: t('publicKey'), value: <code>{data.publicKey}</code> },
          { label: t('keySince'), value: formatTime(data.createdAt, zone) },
          { label: t('keyAuthor'), value: data.author ?? t('keyAutomatic') },
          { label: t('keysBefore'), value: String(data.replaced) },
        ]}
      />
      {!data.isUsable && (
        <p className="firmware-fault" role="alert">
          {t('keyLost')}
        </p>
      )}
      <Act kind="danger" sends may="firmware:edit" busy={replace.isPending} onClick={() => void ask()}>
        {t('keyReplace')}
      </Act>
    </section>
  )
}
