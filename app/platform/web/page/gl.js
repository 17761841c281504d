// OpenGL ES 3.0's functions, those that the program calls, on a canvas's WebGL 2. Objects are numbers
// there: places in a list.
export class Gl {
  #gl;
  #memory;
  #objects = [null];
  #free = [];
  #programs = new Map();  // of each, its uniforms' places: numbers, too

  constructor(canvas) {
    this.#gl = canvas.getContext('webgl2', { alpha: false, antialias: false, depth: false });
  }

  get isThere() {
    return this.#gl !== null;
  }

  use(memory) {
    this.#memory = memory;
  }

  imports() {
    const own = Object.getOwnPropertyNames(Gl.prototype).filter((name) => name.startsWith('gl'));
    return Object.fromEntries([
      ...own.map((name) => [name, (...given) => this[name](...given)]),
      ...passedOn.map((name) => ['gl' + name[0].toUpperCase() + name.slice(1),
        (...given) => this.#gl[name](...given)]),
    ]);
  }

  #view(Kind, at, count) {
    return new Kind(this.#memory.buffer, at, count);
  }

  #text(at, count) {
    const end = count >= 0 ? at + count : new Uint8Array(this.#memory.buffer).indexOf(0, at);
    return new TextDecoder().decode(this.#view(Uint8Array, at, end - at));
  }

  #put(object) {
    const name = this.#free.pop() ?? this.#objects.length;
    this.#objects[name] = object;
    return name;
  }

  #name(object) {
    return object === null ? 0 : this.#objects.indexOf(object);
  }

  #generate(count, at, make) {
    const names = this.#view(Uint32Array, at, count);
    for (let i = 0; i < count; ++i) names[i] = this.#put(make());
  }

  #delete(count, at, end) {
    for (const name of this.#view(Uint32Array, at, count)) this.#forget(name, end);
  }

  #forget(name, end) {
    if (name === 0) return;
    end(this.#objects[name]);
    this.#objects[name] = undefined;
    this.#free.push(name);
  }

  // A log of at most `most` bytes with the zero at its end.
  #log(text, most, size, at) {
    const bytes = new TextEncoder().encode(text ?? '').subarray(0, Math.max(0, most - 1));
    this.#view(Uint8Array, at, bytes.length + 1).set([...bytes, 0]);
    if (size !== 0) this.#view(Int32Array, size, 1)[0] = bytes.length;
  }

  glGenTextures(count, at) { this.#generate(count, at, () => this.#gl.createTexture()); }
  glGenBuffers(count, at) { this.#generate(count, at, () => this.#gl.createBuffer()); }
  glGenFramebuffers(count, at) { this.#generate(count, at, () => this.#gl.createFramebuffer()); }
  glGenVertexArrays(count, at) { this.#generate(count, at, () => this.#gl.createVertexArray()); }
  glDeleteTextures(count, at) { this.#delete(count, at, (each) => this.#gl.deleteTexture(each)); }
  glDeleteBuffers(count, at) { this.#delete(count, at, (each) => this.#gl.deleteBuffer(each)); }
  glDeleteFramebuffers(count, at) { this.#delete(count, at, (each) => this.#gl.deleteFramebuffer(each)); }
  glDeleteVertexArrays(count, at) { this.#delete(count, at, (each) => this.#gl.deleteVertexArray(each)); }
  glBindTexture(target, name) { this.#gl.bindTexture(target, this.#objects[name]); }
  glBindBuffer(target, name) { this.#gl.bindBuffer(target, this.#objects[name]); }
  glBindFramebuffer(target, name) { this.#gl.bindFramebuffer(target, this.#objects[name]); }
  glBindVertexArray(name) { this.#gl.bindVertexArray(this.#objects[name]); }

  glFramebufferTexture2D(target, attachment, kind, name, level) {
    this.#gl.framebufferTexture2D(target, attachment, kind, this.#objects[name], level);
  }

  #pixels(at, width, height) {
    const gl = this.#gl, row = gl.getParameter(gl.UNPACK_ROW_LENGTH) || width;
    return this.#view(Uint8Array, at, height === 0 ? 0 : 4 * (row * (height - 1) + width));
  }

  // All pixels of the program's are RGBA, a byte each.
  glTexImage2D(target, level, inside, width, height, border, format, type, at) {
    const pixels = at === 0 ? null : this.#pixels(at, width, height);
    this.#gl.texImage2D(target, level, inside, width, height, border, format, type, pixels);
  }

  glTexSubImage2D(target, level, x, y, width, height, format, type, at) {
    this.#gl.texSubImage2D(target, level, x, y, width, height, format, type, this.#pixels(at, width, height));
  }

  glReadPixels(x, y, width, height, format, type, at) {
    this.#gl.readPixels(x, y, width, height, format, type, this.#view(Uint8Array, at, 4 * width * height));
  }

  glBufferData(target, size, at, usage) {
    this.#gl.bufferData(target, at === 0 ? size : this.#view(Uint8Array, at, size), usage);
  }

  glBufferSubData(target, offset, size, at) {
    this.#gl.bufferSubData(target, offset, this.#view(Uint8Array, at, size));
  }

  glCreateShader(kind) { return this.#put(this.#gl.createShader(kind)); }
  glDeleteShader(name) { this.#forget(name, (each) => this.#gl.deleteShader(each)); }
  glCompileShader(name) { this.#gl.compileShader(this.#objects[name]); }

  glShaderSource(name, count, texts, sizes) {
    const at = this.#view(Uint32Array, texts, count);
    const size = (i) => (sizes === 0 ? -1 : this.#view(Int32Array, sizes, count)[i]);
    this.#gl.shaderSource(this.#objects[name], Array.from(at, (each, i) => this.#text(each, size(i))).join(''));
  }

  glGetShaderiv(name, what, at) {
    const shader = this.#objects[name];
    const said = what === logLength ? this.#gl.getShaderInfoLog(shader).length : this.#gl.getShaderParameter(shader, what);
    this.#view(Int32Array, at, 1)[0] = Number(said);
  }

  glGetShaderInfoLog(name, most, size, at) {
    this.#log(this.#gl.getShaderInfoLog(this.#objects[name]), most, size, at);
  }

  glCreateProgram() { return this.#put(this.#gl.createProgram()); }
  glUseProgram(name) { this.#gl.useProgram(this.#objects[name]); }
  glLinkProgram(name) { this.#gl.linkProgram(this.#objects[name]); }
  glAttachShader(program, shader) { this.#gl.attachShader(this.#objects[program], this.#objects[shader]); }
  glDetachShader(program, shader) { this.#gl.detachShader(this.#objects[program], this.#objects[shader]); }

  glDeleteProgram(name) {
    this.#programs.delete(this.#objects[name]);
    this.#forget(name, (each) => this.#gl.deleteProgram(each));
  }

  glGetProgramiv(name, what, at) {
    const program = this.#objects[name];
    const said = what === logLength ? this.#gl.getProgramInfoLog(program).length : this.#gl.getProgramParameter(program, what);
    this.#view(Int32Array, at, 1)[0] = Number(said);
  }

  glGetProgramInfoLog(name, most, size, at) {
    this.#log(this.#gl.getProgramInfoLog(this.#objects[name]), most, size, at);
  }

  glGetAttribLocation(program, name) {
    return this.#gl.getAttribLocation(this.#objects[program], this.#text(name));
  }

  glGetUniformLocation(program, name) {
    const object = this.#objects[program];
    const place = this.#gl.getUniformLocation(object, this.#text(name));
    if (place === null) return -1;
    if (!this.#programs.has(object)) this.#programs.set(object, []);
    return this.#programs.get(object).push(place) - 1;
  }

  #uniform(place) {
    const gl = this.#gl;
    return this.#programs.get(gl.getParameter(gl.CURRENT_PROGRAM))?.[place] ?? null;
  }

  glUniform1i(place, x) { this.#gl.uniform1i(this.#uniform(place), x); }
  glUniform1f(place, x) { this.#gl.uniform1f(this.#uniform(place), x); }
  glUniform2i(place, x, y) { this.#gl.uniform2i(this.#uniform(place), x, y); }
  glUniform2f(place, x, y) { this.#gl.uniform2f(this.#uniform(place), x, y); }

  glUniformMatrix4fv(place, count, isTransposed, at) {
    this.#gl.uniformMatrix4fv(this.#uniform(place), isTransposed !== 0, this.#view(Float32Array, at, 16 * count));
  }

  glVertexAttribPointer(index, size, type, isNormalized, stride, offset) {
    this.#gl.vertexAttribPointer(index, size, type, isNormalized !== 0, stride, offset);
  }

  glIsEnabled(what) { return Number(this.#gl.isEnabled(what)); }

  glGetIntegerv(what, at) {
    const said = what === majorVersion ? 3 : what === minorVersion ? 0 : this.#gl.getParameter(what);
    const isObject = said === null || (typeof said === 'object' && said.length === undefined);
    const numbers = isObject ? [this.#name(said)] : typeof said === 'object' ? said : [Number(said)];
    this.#view(Int32Array, at, numbers.length).set(numbers);
  }

  // Asked for where the two numbers of the version are not known.
  glGetString() { return 0; }
}

const logLength = 0x8b84;  // which WebGL does not tell
const majorVersion = 0x821b, minorVersion = 0x821c;

const passedOn = ['activeTexture', 'blendEquation', 'blendEquationSeparate', 'blendFuncSeparate',
  'checkFramebufferStatus', 'clear', 'clearColor', 'disable', 'drawArrays', 'drawElements', 'enable',
  'enableVertexAttribArray', 'getError',
  'pixelStorei', 'scissor', 'texParameteri', 'viewport'];
