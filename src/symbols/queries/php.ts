export const php = `
(class_declaration name: (name) @name) @class
(interface_declaration name: (name) @name) @type
(trait_declaration name: (name) @name) @type
(enum_declaration name: (name) @name) @type
(method_declaration name: (name) @name) @method
(function_definition name: (name) @name) @function
`
