// The small build of hls.js, without subtitles and alternate sound, has the types of the whole one.
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
