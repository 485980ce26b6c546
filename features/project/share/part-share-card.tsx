// The card for sharing a device or a project with people without an account. [S6 Share permissions]
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { formatTime } from '../../../ui/format.ts'
import { KeyValues } from '../../../ui/key-values.tsx'
import { Card, Tag } from '../../../ui/page-header.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { useText } from '../../../ui/words.ts'
import type { ShareInfo } from './contract.ts'
import { closedBy } from './rules.ts'
import './share.css'
import { type Made, ShareForm } from './share-form.tsx'
import { ShareMade } from './share-made.tsx'
import { editShare, isDevice, loadInfo, renewLink, type SharedThing, type ShareEntry } from './share-of.ts'
import { shareText } from './text.ts'

export function ShareCard({ of, name, zone }: { of: SharedThing; name: string; zone: string }) {
  const t = useText(shareText)
  const { data, error, refetch } = useQuery({
    queryKey: ['share', of],
    queryFn: () => loadInfo(of),
    refetchInterval: 10_000,
  })
  const [isEditing, setEditing] = useState(false)
  const [made, setMade] = useState<Made>()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const share = (
    <Act kind="primary" icon="link" may="share:edit" onClick={() => setEditing(true)}>
      {t('share')}
    </Act>
  )
  return (
    <Card
      title={t('title')}
      act={data?.isShared && <Acts of={of} name={name} info={data} onEdit={() => setEditing(true)} onMade={setMade} />}
    >
      {!data ? (
        <Skeleton lines={5} />
      ) : data.isShared ? (
        <Shared of={of} info={data} zone={zone} />
      ) : (
        <EmptyState icon="link" may="share:edit" act={share}>
          {t(isDevice(of) ? 'notShared' : 'notSharedProject')}
        </EmptyState>
      )}
      {isEditing && data && (
        <ShareForm of={of} info={data} zone={zone} onMade={setMade} onClose={() => setEditing(false)} />
      )}
      {made && <ShareMade name={name} made={made} onClose={() => setMade(undefined)} />}
    </Card>
  )
}

function Acts({
  of,
  name,
  info,
  onEdit,
  onMade,
}: {
  of: SharedThing
  name: string
  info: ShareInfo
  onEdit: () => void
  onMade: (made: Made) => void
}) {
  const t = useText(shareText)
  const renew = useMutation({ mutationFn: () => renewLink(of) })
  const edit = useMutation({ mutationFn: (entry: ShareEntry) => editShare(of, entry) })
  const newLink = async () => {
    const isSure = await confirm({ title: t('renewTitle'), act: t('renew'), target: name, note: t('renewNote') })
    if (isSure) renew.mutate(undefined, { onSuccess: ({ token }) => onMade({ token }) })
  }
  const end = async () => {
    const isSure = await confirm({
      title: t('endTitle'),
      act: t('end'),
      target: name,
      note: t('endNote'),
      danger: true,
    })
    const { topMenu, menus, mayWrite, expiresAt, ancestors } = info
    const change = { isShared: false, topMenu, menus, mayWrite, expiresAt, ancestors }
    if (isSure) edit.mutate(change, { onSuccess: () => toast.good(t('ended', { name })) })
  }
  return (
    <div className="share-acts">
      <Act may="share:edit" onClick={onEdit}>
        {t('change')}
      </Act>
      <Act may="share:edit" onClick={() => void newLink()}>
        {t('renew')}
      </Act>
      <Act kind="danger" may="share:edit" onClick={() => void end()}>
        {t('end')}
      </Act>
    </div>
  )
}

function Shared({ of, info, zone }: { of: SharedThing; info: ShareInfo; zone: string }) {
  const t = useText(shareText)
  const now = useNow()
  const { topMenu, menus, mayWrite, expiresAt, ancestors, visits, lockedUntil, writes, writesAdded } = info
  const isExpired = closedBy({ isShared: true, hasPassword: true, expiresAt }, now) !== undefined
  return (
    <KeyValues
      rows={[
        {
          label: t('state'),
          value: isExpired ? <Tag>{t('expired')}</Tag> : t('sharedState', { count: visits }),
        },
        { label: t('shows'), value: menus.map((menu) => t(menu)).join(' · ') },
        { label: t('right'), value: t(mayWrite ? 'write' : 'view') },
        mayWrite && !isDevice(of) && { label: t('writes'), value: t('writesOf', { count: writes }) },
        mayWrite && writesAdded > 0 && { label: t('writesAdded'), value: t('writesAddedOf', { count: writesAdded }) },
        { label: t('topMenu'), value: t(topMenu ? 'topMenuOn' : 'topMenuOff') },
        { label: t('ends'), value: expiresAt === null ? t('never') : formatTime(expiresAt, zone) },
        { label: t('frames'), value: ancestors.length > 0 ? ancestors.join(' · ') : t('noFrames') },
        lockedUntil !== null && {
          label: t('locked'),
          value: t('lockedUntil', { time: formatTime(lockedUntil, zone) }),
        },
      ]}
    />
  )
}
