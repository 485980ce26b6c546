// Fields of widgets and bindings as differences show them, for what is made of the same ones.
export { bindingFields, viewsOf } from './content-view.ts'
