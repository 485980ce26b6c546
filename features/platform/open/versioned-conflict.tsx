// The dialog for concurrent edits: shows the changes of each side against the common base, so that nothing is lost
// unnoticed, and offers the choices. [S8 10004]
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { formatTime } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { ModalBox } from '../../../ui/modal-box.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { DifferenceList } from '../versioned/difference-list.tsx'
import { type Change, clashing, differences, type View } from '../versioned/rules.ts'
import { versionedText } from '../versioned/text.ts'
import '../versioned/versioned.css'

type Newest = { version: number; savedBy: string; savedAt: number; content: object }

type Props = {
  /** The common base, and my edited content. */
  base: object
  mine: object
  view: View
  loadNewest: () => Promise<Newest>
  zone: string
  /** Loads the newest version, with or without my edits on top. */
  onReload: (keepMine: boolean) => Promise<void>
  /** The effect of each choice on my edits, in the words of the page. */
  notes: { keep: string; drop: string }
  onClose: () => void
}

export function ConflictDialog(props: Props) {
  const t = useText(versionedText)
  const [key] = useState(() => ['conflict', Date.now(), Math.random()])
  const newest = useQuery({ queryKey: key, queryFn: props.loadNewest, structuralSharing: false, gcTime: 0 })
  const { data } = newest
  return (
    <ModalBox label={t('staleTitle')} width={820} onClose={props.onClose}>
      <h2 className="conflict-title">{t('staleTitle')}</h2>
      <p className="conflict-note">
        {data
          ? t('staleNote', {
              name: data.savedBy,
              version: data.version,
              time: formatTime(data.savedAt, props.zone),
            })
          : t('staleUnknown')}
      </p>
      {data && <Sides {...props} newest={data} />}
      {!data &&
        (newest.error ? (
          <ErrorState error={newest.error} onRetry={() => void newest.refetch()} />
        ) : (
          <Skeleton lines={4} />
        ))}
      <Ways {...props} />
    </ModalBox>
  )
}

/** The changes of both sides, side by side. */
function Sides({ base, mine, view, newest }: Props & { newest: Newest }) {
  const t = useText(versionedText)
  const language = useLanguage()
  const { own, theirs, ownClashes, theirClashes } = useMemo(() => {
    const own = differences(view, base, mine, language)
    const theirs = differences(view, base, newest.content, language)
    return { own, theirs, ownClashes: clashing(own, theirs), theirClashes: clashing(theirs, own) }
  }, [view, base, mine, newest, language])
  return (
    <>
      <p className="conflict-clash" data-clash={ownClashes.size > 0 || undefined} role="status">
        <Icon name={ownClashes.size > 0 ? 'alarm' : 'check'} size={14} />
        {ownClashes.size > 0 ? t('clash', { count: ownClashes.size }) : t('noClash')}
      </p>
      <div className="conflict-sides">
        <Side title={t('theirs')} changes={theirs} clashes={theirClashes} />
        <Side title={t('mine')} changes={own} clashes={ownClashes} />
      </div>
    </>
  )
}

function Side({
  title,
  changes,
  clashes,
}: {
  title: string
  changes: readonly Change[]
  clashes: ReadonlySet<string>
}) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <DifferenceList changes={changes} clashes={clashes} />
    </section>
  )
}

function Ways({ onReload, notes, onClose }: Pick<Props, 'onReload' | 'notes' | 'onClose'>) {
  const t = useText(versionedText)
  const [busy, setBusy] = useState(false)
  const reload = async (keepMine: boolean) => {
    setBusy(true)
    try {
      await onReload(keepMine)
      if (keepMine) toast.plain(t('staleKept'))
      onClose()
    } catch (error) {
      toast.bad(error)
      setBusy(false)
    }
  }
  return (
    <div className="conflict-ways">
      <PlainAct kind="primary" busy={busy} onClick={() => void reload(true)}>
        {t('staleKeep')}
      </PlainAct>
      <p>{notes.keep}</p>
      <PlainAct kind="danger" busy={busy} onClick={() => void reload(false)}>
        {t('staleDrop')}
      </PlainAct>
      <p>{notes.drop}</p>
      <PlainAct onClick={onClose}>{t('staleLater')}</PlainAct>
    </div>
  )
}
