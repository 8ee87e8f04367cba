// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// node open_in_perfetto.js ENGINE_FOLDER TRACE QUERY...: what Perfetto's own trace processor answers to queries (SQL) about
// a trace, a line for each: "rows" and a list in JSON. ENGINE_FOLDER holds the processor as Perfetto's page ships it, compiled for browsers
// (engine_bundle.js, trace_processor*.wasm); this is the page around it: a worker that is spoken to through a port, in
// protocol buffers (protos/perfetto/trace_processor/trace_processor.proto).
"use strict";
const fs = require("fs");
const path = require("path");
const vm = require("vm");

const [engine, trace, ...queries] = process.argv.slice(2);
const APPEND_TRACE = 1, FINALIZE_TRACE = 2, QUERY = 3;
const VARINT = 0, FIXED64 = 1, BYTES = 2;
const NULL_CELL = 1, VARINT_CELL = 2, FLOAT_CELL = 3, STRING_CELL = 4;

function varint(value) {
    const bytes = [];
    for (; value > 127; value = Math.floor(value / 128))
        bytes.push(value % 128 + 128);
    return Buffer.from([...bytes, value]);
}

function field(number, content) {
    const isNumber = typeof content === "number";
    const head = varint(number * 8 + (isNumber ? VARINT : BYTES));
    return isNumber ? Buffer.concat([head, varint(content)])
                    : Buffer.concat([head, varint(content.length), content]);
}

/** Calls take(number, value) for each field: a BigInt, or a Buffer. */
function eachField(message, take) {
    let at = 0;
    const number = () => {
        let value = 0n;
        for (let shift = 0n; ; shift += 7n) {
            const byte = message[at++];
            value |= BigInt(byte & 127) << shift;
            if (byte < 128)
                return value;
        }
    };
    while (at < message.length) {
        const key = Number(number());
        const size = key % 8 === BYTES ? Number(number()) : key % 8 === FIXED64 ? 8 : 0;
        take(key >> 3, size > 0 || key % 8 === BYTES ? message.subarray(at, at + size) : number());
        at += size;
    }
}

function varints(packed) {
    const values = [];
    let value = 0n, shift = 0n;
    for (const byte of packed) {
        value |= BigInt(byte & 127) << shift;
        shift += 7n;
        if (byte < 128) {
            values.push(BigInt.asIntN(64, value));
            value = shift = 0n;
        }
    }
    return values;
}

/** Rows of a batch of cells, of so many columns. */
function cellsOf(batch) {
    let kinds = [], whole = [], real = [], texts = [];
    eachField(batch, (number, value) => {
        if (number === 1)
            kinds = varints(value).map(Number);
        else if (number === 2)
            whole = varints(value).map(Number);
        else if (number === 3)
            for (let at = 0; at < value.length; at += 8)
                real.push(value.readDoubleLE(at));
        else if (number === 5)
            texts = value.toString().split("\0");
    });
    return kinds.map((kind) => kind === VARINT_CELL ? whole.shift() : kind === FLOAT_CELL ? real.shift()
                             : kind === STRING_CELL ? texts.shift() : null);
}

let columns = [], cells = [];

function onResult(result) {
    eachField(result, (number, value) => {
        if (number === 1)
            columns.push(value.toString());
        else if (number === 2)
            throw new Error(value.toString());
        else if (number === 3)
            cells.push(...cellsOf(value));
    });
}

function print() {
    const rows = [];
    for (let at = 0; at < cells.length; at += columns.length)
        rows.push(cells.slice(at, at + columns.length));
    console.log("rows " + JSON.stringify(rows));
    columns = [];
    cells = [];
}

let sequence = 0;
function send(port, method, ...fields) {
    const call = Buffer.concat([field(1, sequence++), field(2, method), ...fields]);
    port.onmessage({ data: new Uint8Array(field(1, call)) });
}

// As a worker of a browser: the engine asks for its code by address, relative to the page.
const port = {
    postMessage(bytes) {
        eachField(Buffer.from(bytes), (_, rpc) => {
            let method = 0, result = null, error = null;
            eachField(rpc, (number, value) => {
                if (number === 3)
                    method = Number(value);
                else if (number === 5)
                    error = value.toString();
                else if (number === 203)
                    result = value;
                else if (number === 201)
                    eachField(value, (inner, text) => { error = inner === 2 ? text.toString() : error; });
            });
            if (error)
                throw new Error(error);
            if (result) {
                onResult(result);
                let isLast = false;
                eachField(result, (number, value) => number === 3 && eachField(value, (inner, flag) => {
                    isLast = isLast || (inner === 6 && flag === 1n);
                }));
                if (isLast)
                    print();
            }
        });
    },
};
process.type = "renderer"; // not node, for which the engine is not made
globalThis.self = globalThis;
globalThis.location = { href: "file:///" };
globalThis.WorkerGlobalScope = function () {};
globalThis.XMLHttpRequest = class {
    open(_, name) { this.name = name; }
    send() { this.response = new Uint8Array(fs.readFileSync(path.join(engine, path.basename(this.name)))).buffer; }
};
globalThis.importScripts = () => {};
vm.runInThisContext(fs.readFileSync(path.join(engine, "engine_bundle.js"), "utf8"));
self.onmessage({ data: port });
setImmediate(() => { // the engine has started by then: its code was read at once
    for (let at = 0, data = fs.readFileSync(trace); at < data.length; at += 1 << 20)
        send(port, APPEND_TRACE, field(101, data.subarray(at, at + (1 << 20))));
    send(port, FINALIZE_TRACE);
    for (const query of queries)
        send(port, QUERY, field(103, field(1, Buffer.from(query))));
});
