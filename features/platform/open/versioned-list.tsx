// The versions of an object: compares any two, and restores an older one as the newest.
import { Select } from 'antd'
import { useState } from 'react'
import { Act } from '../../../ui/act.tsx'
import { SideDrawer } from '../../../ui/form.tsx'
import { formatTime } from '../../../ui/format.ts'
import { Tag } from '../../../ui/page-header.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { DifferenceList } from '../versioned/difference-list.tsx'
import { RestoreDialog } from '../versioned/restore-dialog.tsx'
import { versionedText } from '../versioned/text.ts'
import { useDifferences, type Versioned, type VersionLine } from '../versioned/use-differences.ts'
import '../versioned/versioned.css'

export type { Versioned } from '../versioned/use-differences.ts'

export function VersionsDrawer({ of, onClose }: { of: Versioned; onClose: () => void }) {
  const t = useText(versionedText)
  const [restoring, setRestoring] = useState<number>()
  const [open, setOpen] = useState<number>()
  const { data, error, refetch } = of.lines
  return (
    <SideDrawer open title={t('versions')} width={560} onClose={onClose}>
      <p className="versions-note">
        {t('about')} {t('zone', { zone: of.zone })}
      </p>
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton />)}
      {data?.length === 0 && <EmptyState icon="clock">{t('none')}</EmptyState>}
      <ol className="versions">
        {data?.map((line) => (
          <li key={line.version}>
            <Line
              of={of}
              line={line}
              isOpen={open === line.version}
              onOpen={(isOpen) => setOpen(isOpen ? line.version : undefined)}
              onRestore={() => setRestoring(line.version)}
            />
            {open === line.version && <Comparison of={of} lines={data} version={line.version} />}
          </li>
        ))}
      </ol>
      {restoring !== undefined && (
        <RestoreDialog of={of} version={restoring} onDone={onClose} onClose={() => setRestoring(undefined)} />
      )}
    </SideDrawer>
  )
}

function Line({
  of,
  line: { version, savedAt, savedBy, message, restored, counts },
  isOpen,
  onOpen,
  onRestore,
}: {
  of: Versioned
  line: VersionLine
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onRestore: () => void
}) {
  const t = useText(versionedText)
  const facts = [formatTime(savedAt, of.zone), savedBy || t('before'), counts]
  return (
    <div className="version-line">
      <strong>{t('version', { version })}</strong>
      <span className="version-acts">
        <PlainAct kind="link" onClick={() => onOpen(!isOpen)}>
          {t(isOpen ? 'hide' : 'compare')}
          <span className="unseen">{t('version', { version })}</span>
        </PlainAct>
        {version === of.newest ? (
          <Tag>{t('current')}</Tag>
        ) : (
          <Act kind="link" may={of.may} why={of.why} onClick={onRestore}>
            {t('restore')}
            <span className="unseen">{t('version', { version })}</span>
          </Act>
        )}
      </span>
      <p>{facts.filter(Boolean).join(' · ')}</p>
      {(message || restored !== null) && (
        <p className="version-message">
          {[restored !== null && t('restoredFrom', { version: restored }), message].filter(Boolean).join(' · ')}
        </p>
      )}
    </div>
  )
}

function Comparison({ of, lines, version }: { of: Versioned; lines: readonly VersionLine[]; version: number }) {
  const t = useText(versionedText)
  const others = lines.map((line) => line.version).filter((each) => each !== version)
  const earlier = others.filter((each) => each < version)
  const [against, setAgainst] = useState(earlier[0] ?? 0)
  const { changes, contents, error, refetch } = useDifferences(of, against, version)
  // The list may start at a later version; only before version 1 is the content known to be empty.
  const isWhole = lines.at(-1)?.version === 1
  return (
    <div className="version-comparison">
      <div className="version-against">
        <span>{t('comparedWith')}</span>
        <Select
          size="small"
          aria-label={t('comparedWith')}
          value={against}
          options={[...others, ...(isWhole ? [0] : [])].map((each) => ({
            value: each,
            label: each === 0 ? t('beginning') : t('version', { version: each }),
          }))}
          onChange={setAgainst}
        />
      </div>
      {!changes && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={3} />)}
      {contents && of.picture?.(contents[0]!, contents[1]!)}
      {changes && <DifferenceList changes={changes} />}
    </div>
  )
}
