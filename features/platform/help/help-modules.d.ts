declare module 'gatehouse-help:en' {
  const pages: readonly import('./part-source.ts').HelpPage[]
  export default pages
}
declare module 'gatehouse-help:zh-cn' {
  const pages: readonly import('./part-source.ts').HelpPage[]
  export default pages
}
