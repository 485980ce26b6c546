// The newest note of a page's devices, shown over the page until it is read.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { PageDialog } from '../../../features/frame/page-dialog.ts'
import { ModalBox } from '../../../ui/modal-box.tsx'
import { useTurn } from '../../../ui/modal-turn.ts'
import { PlainAct } from '../../../ui/plain.tsx'
import { useText } from '../../../ui/words.ts'
import { queryShiftNotes } from './contract.ts'
import { shiftNoteText } from './text.ts'

function Newest({ equipmentId }: { equipmentId: EquipmentId }) {
  const t = useText(shiftNoteText)
  const [isRead, setRead] = useState(false)
  const { data } = useQuery(queryOf(queryShiftNotes, { equipmentId, pageSize: 1 }))
  const note = isRead ? undefined : data?.rows[0]
  const isShown = useTurn(note !== undefined)
  if (!note || !isShown) return null
  return (
    <ModalBox label={t('newest')} width={420} onClose={() => setRead(true)}>
      <div className="confirm">
        <h2>{t('newest')}</h2>
        <p>{note.note}</p>
        <div className="confirm-acts">
          <PlainAct kind="primary" onClick={() => setRead(true)}>
            {t('read')}
          </PlainAct>
        </div>
      </div>
    </ModalBox>
  )
}

export default [
  {
    key: 'shift',
    may: 'shiftNote:view',
    Body: ({ equipmentIds: [first] }) => (first ? <Newest equipmentId={first} /> : null),
  },
] satisfies PageDialog[]
