// Views of fields of widgets and bindings for showing differences, also for other documents with such fields.
export { bindingFields, viewsOf } from './content-view.ts'
