// The pages of a device. [S2 /manage/eg/equipment/edit/{id}/page]
import { EquipmentEditor } from '../../device/equipment/part-editor.tsx'
import { PageList } from './part-page-list.tsx'

export default function PagesPage() {
  return (
    <EquipmentEditor>
      {({ id, name, zone, isTemplate }) => (
        <PageList key={id} owner={{ equipmentId: id, projectId: null, isTemplate }} name={name} zone={zone} />
      )}
    </EquipmentEditor>
  )
}
