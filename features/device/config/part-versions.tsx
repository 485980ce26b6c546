// A button that opens the versions of a device's configuration.
import { useState } from 'react'
import { PlainAct } from '../../../ui/plain.tsx'
import { useText } from '../../../ui/words.ts'
import { VersionsDrawer } from '../../platform/open/versioned-list.tsx'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { useRefresh } from '../open/config-query.ts'
import { configText } from './text.ts'
import { useVersions } from './use-versions.ts'

export function ConfigVersions({
  info,
  newest,
  hasEdits,
  onRestored,
  onClose,
}: {
  info: Pick<EquipmentInfo, 'id' | 'name' | 'zone'>
  newest: number
  hasEdits: boolean
  onRestored: () => Promise<unknown>
  onClose: () => void
}) {
  return <VersionsDrawer of={useVersions({ info, newest, hasEdits, onRestored })} onClose={onClose} />
}

/** The button of the version list, for pages without unsaved edits. */
export function VersionsAct({ info, newest }: { info: Pick<EquipmentInfo, 'id' | 'name' | 'zone'>; newest: number }) {
  const t = useText(configText)
  const [isOpen, setOpen] = useState(false)
  const refresh = useRefresh()
  const close = () => setOpen(false)
  return (
    <>
      <PlainAct kind="link" icon="clock" onClick={() => setOpen(true)}>
        {t('versions')}
      </PlainAct>
      {isOpen && <ConfigVersions info={info} newest={newest} hasEdits={false} onRestored={refresh} onClose={close} />}
    </>
  )
}
