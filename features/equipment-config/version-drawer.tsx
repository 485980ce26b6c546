// The versions of a configuration; an older one can become the newest again.
import { useMutation, useQuery } from '@tanstack/react-query'
import { mutationOf, queryOf } from '../../contract/call.ts'
import { Act } from '../../ui/act.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { SideDrawer } from '../../ui/form.tsx'
import { formatTime } from '../../ui/format.ts'
import { useZoneOf } from '../../ui/me.ts'
import { Tag } from '../../ui/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { useText } from '../../ui/words.ts'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { queryVersions, restoreVersion } from './contract.ts'
import { signalText } from './signal-text.ts'
import type { Sheet } from './use-sheet.ts'

export function VersionDrawer({
  info,
  sheet,
  onClose,
}: {
  info: Pick<EquipmentInfo, 'id' | 'zone'>
  sheet: Pick<Sheet, 'reload' | 'changed'> & { head: { version: number } }
  onClose: () => void
}) {
  const t = useText(signalText)
  const equipmentId = info.id
  const zone = useZoneOf(info)
  const { data, error, refetch } = useQuery(queryOf(queryVersions, { equipmentId }))
  const { mutate, isPending } = useMutation(mutationOf(restoreVersion))
  const restore = async (version: number) => {
    const target = `${t('version')} ${version}`
    if (!(await confirm({ title: t('restoreTitle'), act: t('restore'), target, note: t('restoreNote') }))) return
    const done = async () => {
      await sheet.reload(false)
      toast.good(t('restored', { version }))
      onClose()
    }
    mutate({ equipmentId, version: sheet.head.version, restore: version }, { onSuccess: () => void done() })
  }
  return (
    <SideDrawer open title={t('versions')} width={460} onClose={onClose}>
      <p className="signal-note">
        {t('versionsAbout')} {t('versionsZone', { zone })}
      </p>
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton />)}
      {data?.length === 0 && <EmptyState icon="clock">{t('noVersions')}</EmptyState>}
      <ol className="versions">
        {data?.map(({ version, savedAt, savedBy, signals, drivers, reports, hash }) => (
          <li key={version}>
            <strong>
              {t('version')} {version}
            </strong>
            {version === sheet.head.version ? (
              <Tag>{t('current')}</Tag>
            ) : (
              <Act
                kind="link"
                may="equipment:edit"
                busy={isPending}
                why={sheet.changed > 0 && t('restoreUnsaved')}
                onClick={() => void restore(version)}
              >
                {t('restore')}
              </Act>
            )}
            <p>
              {formatTime(savedAt, zone)} · {savedBy} · {t('drivers')} {drivers} · {t('signals')} {signals} ·{' '}
              {t('reports')} {reports} · <code>{hash.slice(0, 8)}</code>
            </p>
          </li>
        ))}
      </ol>
    </SideDrawer>
  )
}
