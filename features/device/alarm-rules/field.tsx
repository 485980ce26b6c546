// A field of the rule editor.
export { EditorField as AlarmField } from '../../../ui/editor-card.tsx'
