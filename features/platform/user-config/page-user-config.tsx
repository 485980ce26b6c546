// The settings of the account, by room. [S2 /account]
import './user-config.css'
import { useLanguage } from '../../../ui/language.ts'
import { useMay } from '../../../ui/me.ts'
import { Card, PageHeader } from '../../../ui/page-header.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { labelIn, useText } from '../../../ui/words.ts'
import type { SettingsSection } from '../open/user-config-section.ts'
import { useSettingsQuery } from '../open/user-config-setting.ts'
import { userConfigText } from './text.ts'

const sections = Object.values(
  import.meta.glob<{ default: readonly SettingsSection[] }>('../../*/*/settings-section.tsx', { eager: true }),
)
  .flatMap((room) => room.default)
  .sort((a, b) => a.place - b.place)

export default function UserConfigPage() {
  const t = useText(userConfigText)
  const language = useLanguage()
  const { isSuccess, error, refetch } = useSettingsQuery()
  const mayDo = useMay()
  const own = sections.filter(({ may }) => mayDo(may))
  return (
    <div className="user-config">
      <PageHeader title={t('title')} />
      {!isSuccess && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />)}
      {isSuccess &&
        own.map(({ label, Body }) => (
          <Card key={label.en} title={labelIn(label, language)}>
            <Body />
          </Card>
        ))}
    </div>
  )
}
