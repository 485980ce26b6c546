// The pages of a device. [S2 /manage/eg/equipment/edit/{id}/page]
import { EquipmentEditor } from '../../device/open/equipment-editor.tsx'
import { PageList } from '../open/page-list.tsx'

export default function PagesPage() {
  return (
    <EquipmentEditor>
      {({ id, name, zone, isTemplate }) => (
        <PageList key={id} owner={{ equipmentId: id, projectId: null, isTemplate }} name={name} zone={zone} />
      )}
    </EquipmentEditor>
  )
}
