/** Tree-sitter queries for definitions. The C++ grammar also parses C. */
export const cpp = `
(function_definition declarator: (function_declarator declarator: (_) @name)) @function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (_) @name))) @function
(function_definition declarator: (pointer_declarator
  declarator: (pointer_declarator declarator: (function_declarator declarator: (_) @name)))) @function
(function_definition declarator: (reference_declarator (function_declarator declarator: (_) @name))) @function
(preproc_function_def name: (identifier) @name) @function
(class_specifier name: (_) @name body: (_)) @class
(struct_specifier name: (_) @name body: (_)) @type
(union_specifier name: (_) @name body: (_)) @type
(enum_specifier name: (_) @name body: (_)) @type
(type_definition type: [(struct_specifier !name body: (_)) (union_specifier !name body: (_)) (enum_specifier !name body: (_))]
  declarator: (type_identifier) @name) @type
`

export const csharp = `
(class_declaration name: (identifier) @name) @class
(record_declaration name: (identifier) @name) @class
(struct_declaration name: (identifier) @name) @type
(interface_declaration name: (identifier) @name) @type
(enum_declaration name: (identifier) @name) @type
(method_declaration name: (identifier) @name) @method
(constructor_declaration name: (identifier) @name) @method
(property_declaration name: (identifier) @name value: (_)) @method
`

export const go = `
(function_declaration name: (identifier) @name) @function
(method_declaration receiver: (parameter_list (parameter_declaration type: [
  (type_identifier) @owner
  (pointer_type (type_identifier) @owner)
  (generic_type type: (type_identifier) @owner)
  (pointer_type (generic_type type: (type_identifier) @owner))
])) name: (field_identifier) @name) @method
(type_spec name: (type_identifier) @name) @type
(type_alias name: (type_identifier) @name) @type
`

export const java = `
(class_declaration name: (identifier) @name) @class
(record_declaration name: (identifier) @name) @class
(interface_declaration name: (identifier) @name) @type
(annotation_type_declaration name: (identifier) @name) @type
(enum_declaration name: (identifier) @name) @type
(method_declaration name: (identifier) @name) @method
(constructor_declaration name: (identifier) @name) @method
`

/** Shared by JavaScript and TypeScript. */
export const javascript = `
(function_declaration name: (identifier) @name) @function
(generator_function_declaration name: (identifier) @name) @function
(method_definition name: (_) @name) @method
(variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression)]) @function
(variable_declarator name: (identifier) @name value: (call_expression function: (_) @callee
  arguments: (arguments . [(arrow_function) (function_expression)]))
  (#match? @callee "(memo|forwardRef|observer|cache)$")) @function
(variable_declarator name: (identifier) @name value: (object)) @scope
(variable_declarator name: (identifier) @owner
  value: (object (pair key: (property_identifier) @name value: [(arrow_function) (function_expression)]) @method))
(assignment_expression left: (member_expression) @name right: [(arrow_function) (function_expression)]) @function
`

export const javascriptClasses = `
(class_declaration name: (identifier) @name) @class
(variable_declarator name: (identifier) @name value: (class)) @class
(field_definition property: (_) @name value: [(arrow_function) (function_expression)]) @method
`

export const php = `
(class_declaration name: (name) @name) @class
(interface_declaration name: (name) @name) @type
(trait_declaration name: (name) @name) @type
(enum_declaration name: (name) @name) @type
(method_declaration name: (name) @name) @method
(function_definition name: (name) @name) @function
`

export const python = `
(class_definition name: (identifier) @name) @class
(function_definition name: (identifier) @name) @function
(module (expression_statement (assignment left: (identifier) @name right: (lambda)) @function))
`

export const ruby = `
(module name: (_) @name) @module
(class name: (_) @name) @class
(method name: (_) @name) @method
(singleton_method name: (_) @name) @method
`

export const rust = `
(function_item name: (identifier) @name) @function
(macro_definition name: (identifier) @name) @function
(impl_item type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (scoped_type_identifier name: (type_identifier) @name)
]) @scope
(struct_item name: (type_identifier) @name) @type
(enum_item name: (type_identifier) @name) @type
(union_item name: (type_identifier) @name) @type
(trait_item name: (type_identifier) @name) @type
(type_item name: (type_identifier) @name) @type
(mod_item name: (identifier) @name body: (_)) @module
`

export const typescript = `
(class_declaration name: (type_identifier) @name) @class
(abstract_class_declaration name: (type_identifier) @name) @class
(variable_declarator name: (identifier) @name value: (class)) @class
(public_field_definition name: (_) @name value: [(arrow_function) (function_expression)]) @method
(interface_declaration name: (type_identifier) @name) @type
(type_alias_declaration name: (type_identifier) @name) @type
(enum_declaration name: (identifier) @name) @type
(internal_module name: (_) @name) @module
`

export const shell = `
(function_definition name: (word) @name) @function
`
